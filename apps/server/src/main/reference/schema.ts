import { mergeTypeDefs } from '@platform/core-schema'
import { buildASTSchema, printSchema } from 'graphql'
import { core } from '../core.ts'

const HEADING = '# The GraphQL schema of the core, generated from its features by `pnpm run docs`. Plugins add to it.\n'

/** The page `docs/reference/schema.graphql`: everything the core offers, without plugins. */
export function schemaReference(): string {
  const { document } = mergeTypeDefs(
    core.flatMap(({ name, hooks: { typeDefs } }) =>
      typeDefs === undefined ? [] : [{ owner: 'core', origin: `core/${name}`, typeDefs }],
    ),
  )
  return `${HEADING}\n${printSchema(buildASTSchema(document))}\n`
}
