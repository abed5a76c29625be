import type { SQLInputValue } from 'node:sqlite'
import { compareColumn, type Pushed } from './comparison.ts'
import { coveringIndexes, isMetWithin } from './cover.ts'
import { impliedRange, isKeyset } from './implied-range.ts'
import { operatorsOf } from './operators.ts'
import { answeringColumn, type CollectionSchema, type StoredIndex } from './schema.ts'

/** A filter as SQL, with the conditions that remain for the matcher. */
export interface Where {
  readonly sql: string
  readonly parameters: readonly SQLInputValue[]
  /** The conditions that SQL can't decide alone. */
  readonly residual?: object
}

/** The condition of a filter that SQL can't express: every row may match. */
const UNDECIDED: Pushed = { sql: '1', parameters: [], exact: false }

interface Scope {
  readonly schema: CollectionSchema
  /** Partial indexes that contain every document that the filter can match. */
  readonly covering: readonly StoredIndex[]
  /** Whether the columns only check rows, so that SQLite does not use their indexes to find rows. */
  readonly checksOnly?: boolean
}

/** Translates a filter for one collection. */
export function whereOf(schema: CollectionSchema, filter: object): Where {
  const scope = { schema, covering: coveringIndexes(schema, filter) }
  // A column marks the documents of these.
  const marked = scope.covering.filter(({ cover, elements }) => cover && !elements)
  const decided: Pushed[] = []
  const residual: object[] = []
  for (const [key, condition] of Object.entries(filter)) {
    const pushed = pushEntry(scope, key, condition)
    decided.push(pushed)
    if (!pushed.exact && !isMetWithin(marked, { [key]: condition })) residual.push({ [key]: condition })
  }
  for (const { cover } of marked) decided.push({ sql: `${cover?.column} = 1`, parameters: [], exact: true })
  const { sql, parameters } = and(decided)
  return {
    sql,
    parameters,
    ...(residual.length > 0 && { residual: residual.length === 1 ? (residual[0] as object) : { $and: residual } }),
  }
}

function pushFilter(scope: Scope, filter: unknown): Pushed {
  if (typeof filter !== 'object' || filter === null) return UNDECIDED
  return and(Object.entries(filter).map(([key, condition]) => pushEntry(scope, key, condition)))
}

function pushEntry(scope: Scope, key: string, condition: unknown): Pushed {
  if (!key.startsWith('$')) return pushField(scope, key, condition)
  if (key === '$comment') return { sql: '1', parameters: [], exact: true }
  if (!Array.isArray(condition) || condition.length === 0) return UNDECIDED
  // SQLite would look up each branch of a keyset and sort the rows. With the range alone it keeps the index's order.
  const checksOnly = scope.checksOnly || (key === '$or' && isKeyset(condition))
  const branches = condition.map(branch => pushFilter({ ...scope, checksOnly }, branch))
  switch (key) {
    case '$and':
      return and(branches)
    case '$or':
      return and([or(branches), ...impliedRange(scope.schema, condition)])
    case '$nor':
      return branches.every(branch => branch.exact) ? negated(or(branches)) : UNDECIDED
    default:
      return UNDECIDED
  }
}

function pushField(scope: Scope, path: string, condition: unknown): Pushed {
  const operators = operatorsOf(condition)
  if (!operators) return UNDECIDED
  return and(operators.map(([operator, operand]) => pushOperator(scope, path, operator, operand)))
}

function pushOperator(scope: Scope, path: string, operator: string, operand: unknown): Pushed {
  const column = answeringColumn(scope.schema, path)?.column
  // A plus sign keeps SQLite from using an index.
  if (column !== undefined)
    return compareColumn(scope.checksOnly ? `+${column}` : column, operator, operand) ?? UNDECIDED
  for (const index of scope.schema.indexes) {
    if (!index.elements || (index.cover && !scope.covering.includes(index))) continue
    const member =
      operator === '$elemMatch' ? elementMatch(index, path, operand) : elementCompare(index, path, operator, operand)
    if (member) return member
  }
  return UNDECIDED
}

/** Writes a comparison that some element must pass, by the table of a multikey index. */
function elementCompare(index: StoredIndex, path: string, operator: string, operand: unknown): Pushed | undefined {
  if (index.keys[0]?.path !== path || operator === '$ne' || operator === '$nin') return undefined
  const compared = compareColumn('k0', operator, operand)
  // A null also equals a missing value, and in the table of elements that looks like an empty array.
  if (!compared?.exact || operand === null || (Array.isArray(operand) && operand.includes(null))) return undefined
  return { ...compared, sql: `rid IN (SELECT rid FROM ${index.elements} WHERE ${compared.sql})` }
}

/** Writes the candidates of `$elemMatch` by the keys of one element. The matcher then decides about them. */
function elementMatch(index: StoredIndex, path: string, operand: unknown): Pushed | undefined {
  if (typeof operand !== 'object' || operand === null) return undefined
  const compared: Pushed[] = []
  for (const [position, key] of index.keys.entries()) {
    const conditions =
      conditionsOf(key.path, path, operand)?.flatMap(([operator, value]) =>
        elementColumn(`k${position}`, operator, value),
      ) ?? []
    if (conditions.length === 0 && position === 0) return undefined
    compared.push(...conditions)
  }
  const { sql, parameters } = and(compared)
  return { sql: `rid IN (SELECT rid FROM ${index.elements} WHERE ${sql})`, parameters, exact: false }
}

/**
 * Lists the conditions of an `$elemMatch` at `path` on one key of an index: on the elements themselves, or on a field
 * of theirs.
 */
function conditionsOf(key: string, path: string, operand: object): readonly (readonly [string, unknown])[] | undefined {
  if (key === path) return operatorsOf(operand)
  const field = key.startsWith(`${path}.`) ? key.slice(path.length + 1) : ''
  if (!field || field.includes('.') || !Object.hasOwn(operand, field)) return undefined
  return operatorsOf((operand as Record<string, unknown>)[field])
}

function elementColumn(column: string, operator: string, value: unknown): Pushed[] {
  if (value === null || operator === '$ne' || operator === '$nin') return []
  const compared = compareColumn(column, operator, value)
  return compared?.exact ? [compared] : []
}

function and(terms: readonly Pushed[]): Pushed {
  const [only, ...others] = terms
  if (only && others.length === 0) return only
  const decided = terms.filter(term => term.sql !== '1')
  return {
    sql: decided.length === 0 ? '1' : decided.map(term => term.sql).join(' AND '),
    parameters: decided.flatMap(term => term.parameters),
    exact: terms.every(term => term.exact),
  }
}

function or(terms: readonly Pushed[]): Pushed {
  const exact = terms.every(term => term.exact)
  if (terms.some(term => term.sql === '1')) return { sql: '1', parameters: [], exact }
  return {
    sql: `(${terms.map(term => `(${term.sql})`).join(' OR ')})`,
    parameters: terms.flatMap(term => term.parameters),
    exact,
  }
}

function negated(term: Pushed): Pushed {
  return { ...term, sql: `NOT (${term.sql})` }
}
