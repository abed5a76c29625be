import { specifiedDirectives, specifiedScalarTypes } from 'graphql'
import type { Ledger } from './ledger.ts'
import type { Part } from './source.ts'
import { originOf } from './source.ts'

const LANGUAGE_NAMES: ReadonlySet<string> = new Set([
  ...specifiedScalarTypes.map(({ name }) => name),
  ...specifiedDirectives.map(({ name }) => `@${name}`),
])

/** The name under which `@graphql-tools/merge` keeps the `schema` block among the types. */
const SCHEMA_KEY = 'SCHEMA_DEF_SYMBOL'

/** Says whether a coordinate may be defined, and records a problem when it may not. */
export function isFree(coordinate: string, part: Part, ledger: Ledger): boolean {
  const reason = reasonAgainst(coordinate)
  if (reason === undefined) return true
  ledger.problems.push({
    code: 'SCHEMA_RESERVED_NAME',
    coordinate,
    owners: [part.owner],
    origins: [originOf(part)],
    message: `${part.owner} defines ${coordinate}, ${reason}`,
    fix: 'choose another name',
  })
  return false
}

function reasonAgainst(coordinate: string): string | undefined {
  if (LANGUAGE_NAMES.has(coordinate)) return 'which is part of the GraphQL language'
  if (coordinate === SCHEMA_KEY) return 'a name that the library which merges schemas keeps for the schema block'
  if (/(^|[@.(])__/.test(coordinate)) return 'but names that begin with two underscores are reserved for introspection'
  return undefined
}
