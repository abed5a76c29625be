import type { DefinitionNode, InputObjectTypeDefinitionNode, InputValueDefinitionNode } from 'graphql'
import { Kind } from 'graphql'
import type { Ledger } from './ledger.ts'
import { allowRule } from './ledger.ts'
import type { Provenance } from './provenance.ts'
import type { Part } from './source.ts'
import { originOf } from './source.ts'

/**
 * Reports each required field that a source adds to an input type of another source, because requests that were valid
 * before would be refused. The operator can allow such a field, as an override.
 */
export function checkRequiredInputs(
  definitions: readonly DefinitionNode[],
  provenance: Provenance,
  ledger: Ledger,
): void {
  for (const definition of definitions) {
    if (definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) continue
    const input = provenance.partOf(definition)
    const required = (definition.fields ?? []).filter(isRequired).map(field => provenance.partOf(field))
    for (const field of required) {
      if (input !== undefined && field !== undefined && field.owner !== input.owner)
        reportUnlessAllowed(input, field, ledger)
    }
  }
}

function reportUnlessAllowed(
  input: Part<InputObjectTypeDefinitionNode>,
  field: Part<InputValueDefinitionNode>,
  ledger: Ledger,
): void {
  const coordinate = `${input.node.name.value}.${field.node.name.value}`
  if (field.allow.has(coordinate)) {
    const isListed = ledger.overrides.some(
      override => override.coordinate === coordinate && override.over === input.owner,
    )
    if (!isListed) ledger.overrides.push({ coordinate, owner: field.owner, over: input.owner })
    return
  }
  ledger.problems.push({
    code: 'SCHEMA_REQUIRED_INPUT',
    coordinate,
    owners: [input.owner, field.owner],
    origins: [originOf(input), originOf(field)],
    message:
      `${field.owner} makes ${coordinate} required in an input of ${input.owner}: requests that do not know it ` +
      'would be refused',
    fix: `make it nullable or give it a default value, or accept the break: ${allowRule(field.owner, coordinate)}`,
  })
}

function isRequired({ type, defaultValue }: InputValueDefinitionNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined
}
