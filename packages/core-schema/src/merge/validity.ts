import type { ASTNode, DefinitionNode, DocumentNode, GraphQLError, ScalarTypeDefinitionNode } from 'graphql'
import { buildASTSchema, isTypeDefinitionNode, Kind, specifiedScalarTypes, validateSchema, visit } from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'
import { coordinatesOf } from './coordinates.ts'
import type { Ledger } from './ledger.ts'
import type { Provenance } from './provenance.ts'
import { originOf } from './source.ts'

/**
 * Checks by the library graphql whether the merged document makes a valid schema. It finds undefined types, interfaces
 * that are not implemented, unknown directives and others. Each error names the sources of its nodes.
 */
export function checkValidity(document: DocumentNode, provenance: Provenance, ledger: Ledger): void {
  const unknown = unknownTypes(document)
  const coordinates = coordinatesOf(document)
  const errors = [...validateSDL(document), ...schemaErrors(document, unknown)]
  for (const error of errors) report(error, { unknown, coordinates, provenance, ledger })
}

/** Collects the errors of a schema. Unknown types get a definition, or one missing name would hide all other errors. */
function schemaErrors(document: DocumentNode, unknown: ReadonlySet<string>): readonly GraphQLError[] {
  const standIns = [...unknown].map(scalarNamed)
  const definitions: readonly DefinitionNode[] = [...document.definitions, ...standIns]
  const errors = validateSchema(buildASTSchema({ ...document, definitions }, { assumeValidSDL: true }))
  return errors.filter(({ nodes }) => !nodes?.some(node => isUnknown(node, unknown)))
}

interface Findings {
  readonly unknown: ReadonlySet<string>
  readonly coordinates: ReadonlyMap<ASTNode, string>
  readonly provenance: Provenance
  readonly ledger: Ledger
}

function report({ message, nodes = [] }: GraphQLError, { unknown, coordinates, provenance, ledger }: Findings): void {
  const parts = nodes.map(node => provenance.partOf(node)).filter(part => part !== undefined)
  const owners = [...new Map(parts.map(part => [part.owner, part])).values()]
  const names = owners.map(({ owner }) => owner)
  const isMissing = nodes.some(node => isUnknown(node, unknown))
  const coordinate = nodes.map(node => coordinates.get(node)).find(found => found !== undefined) ?? null
  ledger.problems.push({
    code: isMissing ? 'SCHEMA_UNKNOWN_TYPE' : 'SCHEMA_INVALID',
    coordinate,
    owners: names,
    origins: owners.map(originOf),
    message: `${coordinate ?? 'the schema'}${names.length === 0 ? '' : ` of ${names.join(' and ')}`}: ${message}`,
    fix: isMissing
      ? 'define the type, correct its name, or enable the plugin that defines it'
      : 'correct the definition where it is written',
  })
}

function unknownTypes({ definitions }: DocumentNode): ReadonlySet<string> {
  const defined = definitions.filter(isTypeDefinitionNode).map(node => node.name.value)
  const known = new Set([...specifiedScalarTypes.map(({ name }) => name), ...defined])
  const unknown = new Set<string>()
  for (const definition of definitions) {
    visit(definition, {
      NamedType({ name }) {
        if (!known.has(name.value)) unknown.add(name.value)
      },
    })
  }
  return unknown
}

function isUnknown(node: ASTNode, unknown: ReadonlySet<string>): boolean {
  return node.kind === Kind.NAMED_TYPE && unknown.has(node.name.value)
}

function scalarNamed(name: string): ScalarTypeDefinitionNode {
  return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } }
}
