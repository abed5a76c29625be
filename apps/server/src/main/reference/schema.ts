import { mergeTypeDefs } from '@platform/core-schema'
import { buildASTSchema, type GraphQLSchema, printSchema } from 'graphql'
import { core } from '../core.ts'

const HEADING = '# The GraphQL schema of the core, generated from its features by `pnpm run docs`. Plugins add to it.\n'

/** The schema of the core, without plugins and without resolvers. */
export function coreSchema(): GraphQLSchema {
  const { document } = mergeTypeDefs(
    core.flatMap(({ name, hooks: { typeDefs } }) =>
      typeDefs === undefined ? [] : [{ owner: 'core', origin: `core/${name}`, typeDefs }],
    ),
  )
  return buildASTSchema(document)
}

/** The page `docs/reference/schema.graphql`: everything the core offers, without plugins. */
export function schemaReference(): string {
  return `${HEADING}\n${printSchema(coreSchema())}\n`
}
