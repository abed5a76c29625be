import { makeExecutableSchema } from '@graphql-tools/schema'
import { buildASTSchema, type DocumentNode, type GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { CursorScalar, DateScalar } from './scalars.ts'

/** Scalars of the core. */
export const CORE_SCALARS = { Date: DateScalar, Cursor: CursorScalar }

/** What is known of scalars and enums beside their definitions, by the name of the type. */
export interface LeafValues {
  /** Scalars, of which the schema takes what they do with values. */
  readonly leaves: Readonly<Record<string, GraphQLScalarType>>
  /** The values that resolvers use for the values of an enum. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Creates the schema of merged definitions. Its fields have no resolvers yet.
 *
 * @param document - the `document` of `mergeTypeDefs`, without problems
 * @throws Error or GraphQLError for definitions that make no schema
 * @example
 * createSchema(mergeTypeDefs(sources).document, { leaves: {}, values: { MOOD: { CALM: 0 } } })
 */
export function createSchema(document: DocumentNode, { leaves, values }: LeafValues): GraphQLSchema {
  return makeExecutableSchema({
    // The definitions are merged already, and the library would merge a document again.
    typeDefs: buildASTSchema(document, { assumeValidSDL: true }),
    resolvers: { ...CORE_SCALARS, ...leaves, ...(values as Record<string, Record<string, string>>) },
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
    // Nobody else has the schema. A copy of it would take most of the time.
    updateResolversInPlace: true,
  })
}
