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

/** The operation of an error, to find out which plugin owns the field that the error is about. */
export interface Fields {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly authorOf: AuthorOf
}

/** The plugin that gave a field its value, which fails or does not fit the type; `undefined` when the core gave it. */
export function attributionOfFields(error: GraphQLError, fields: Fields): Attribution | undefined {
  const authors = coordinatesOf(error, fields).map(fields.authorOf)
  const [first] = authors
  return first && authors.every(other => other?.plugin === first.plugin) ? first : undefined
}

/** The fields that an error may be about: one, or one for each type of an interface. */
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
