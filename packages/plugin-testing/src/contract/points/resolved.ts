import {
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
} from 'graphql'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

const CORE_TYPES = ['RootQuery', 'RootMutation', 'Comment', 'Asset', 'User', 'Tag', 'TagLink']

/** A field that a plugin adds to a core type is not in the records, so it needs a resolver or a hook for its value. */
export function checkResolved({ hooks }: Subject): Finding[] {
  if (hooks.typeDefs === undefined) return []
  return typesOf(hooks.typeDefs)
    .filter(({ name }) => CORE_TYPES.includes(name.value))
    .flatMap(({ name: { value: type }, fields = [] }) =>
      fields
        .filter(field => !isResolved(type, field, hooks))
        .map(
          (field): Finding => ({
            point: 'resolvers',
            message: `${type}.${field.name.value} has no resolver`,
            fix: `write resolvers: { ${type}: { ${field.name.value}: ... } }`,
          }),
        ),
    )
}

function isResolved(
  type: string,
  { name: { value: field } }: FieldDefinitionNode,
  { resolvers = {}, hooks = {} }: Subject['hooks'],
): boolean {
  return (
    field in (resolvers[type] ?? {}) ||
    (hooks[type] as Record<string, { post?: unknown }> | undefined)?.[field]?.post !== undefined
  )
}

function typesOf(text: string): (ObjectTypeDefinitionNode | ObjectTypeExtensionNode)[] {
  try {
    return parse(text).definitions.filter(
      node => node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION,
    )
  } catch {
    return [] // What can't be read is told when the schema is composed.
  }
}
