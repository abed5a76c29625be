import type { Attribution } from '@platform/plugin-host'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { AuthorOf } from '../contract/composed.ts'

/** What is needed to find out whose field an error is about. */
export interface Fields {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly authorOf: AuthorOf
}

/** The plugin that gave a field a value which does not fit the field's type; nothing where that was the core. */
export function blame(error: GraphQLError, fields: Fields): Attribution | undefined {
  const all = coordinatesOf(error, fields).map(fields.authorOf)
  const [first] = all
  return first && all.every(other => other?.plugin === first.plugin) ? first : undefined
}

/** The fields an error may be about: one, or those of all types of an interface. */
function coordinatesOf({ nodes }: GraphQLError, { schema, document }: Fields): string[] {
  const found = new Set<string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()
        if (!nodes?.includes(node) || !parent) return
        for (const type of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent])
          if (isObjectType(type)) found.add(`${type.name}.${node.name.value}`)
      },
    }),
  )
  return [...found]
}
