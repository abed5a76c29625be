import type { ASTNode, DefinitionNode, TypeSystemDefinitionNode, TypeSystemExtensionNode } from 'graphql'
import { GraphQLError, isTypeSystemDefinitionNode, isTypeSystemExtensionNode, Kind, parse, Source } from 'graphql'
import type { SchemaProblem, SchemaProblemCode } from './problem.ts'

/**
 * Longest `typeDefs` text, in bytes of UTF-8.
 *
 * @example
 * const isTooLarge = Buffer.byteLength(typeDefs) > MAX_TYPE_DEFS_BYTES
 */
export const MAX_TYPE_DEFS_BYTES = 1_000_000

/**
 * The `typeDefs` of one core feature or plugin.
 *
 * @example
 * const source: TypeDefsSource = { owner: 'likes', typeDefs: 'type Comment { likes: Int }' }
 */
export interface TypeDefsSource {
  /** The name of the plugin, or of the core, for problems. */
  readonly owner: string
  /** The file of the definitions, for problems. @defaultValue the owner's name */
  readonly origin?: string
  /** GraphQL definitions; `type X` adds to an existing type, as `extend type X` does. */
  readonly typeDefs: string
  /** Coordinates at which this owner's definition may replace another's: `Comment.likes`, `Mood`, `@auth`. */
  readonly allow?: readonly string[]
}

/** A definition and its owner. */
export interface Part<Node extends ASTNode = ASTNode> {
  readonly owner: string
  readonly origin: string
  readonly allow: ReadonlySet<string>
  readonly node: Node
}

export type SchemaNode = TypeSystemDefinitionNode | TypeSystemExtensionNode

export interface ReadTypeDefs {
  readonly parts: readonly Part<SchemaNode>[]
  readonly problems: readonly SchemaProblem[]
}

/** Parses one source. A text without definitions, such as an empty one, is allowed. */
export function readTypeDefs(source: TypeDefsSource): ReadTypeDefs {
  const { typeDefs } = source
  if (typeof typeDefs !== 'string') {
    return refused(source, 'SCHEMA_NOT_TEXT', {
      message: `the typeDefs of ${source.owner} are ${typeDefs === null ? 'null' : typeof typeDefs}, not a string`,
      fix: 'give GraphQL definitions as one string; print a parsed document first',
    })
  }
  if (Buffer.byteLength(typeDefs) > MAX_TYPE_DEFS_BYTES) {
    return refused(source, 'SCHEMA_TOO_LARGE', {
      message: `the typeDefs of ${source.owner} are longer than ${MAX_TYPE_DEFS_BYTES} bytes`,
      fix: 'remove definitions that are not needed, or split the plugin',
    })
  }
  if (isBlank(typeDefs)) return { parts: [], problems: [] }
  try {
    return sortDefinitions(source, parse(new Source(typeDefs, source.owner)).definitions)
  } catch (error) {
    return refused(source, 'SCHEMA_SYNTAX', syntaxProblem(source, error))
  }
}

/** Describes the place of a node, for messages. */
export function originOf({ origin, node }: Pick<Part, 'origin' | 'node'>): string {
  const start = node.loc?.startToken
  return start === undefined ? origin : `${origin} (typeDefs line ${start.line}, column ${start.column})`
}

function sortDefinitions(source: TypeDefsSource, definitions: readonly DefinitionNode[]): ReadTypeDefs {
  const origin = source.origin ?? source.owner
  const allow = new Set(source.allow)
  const parts: Part<SchemaNode>[] = []
  const problems: SchemaProblem[] = []
  for (const node of definitions) {
    if (isSchemaNode(node)) parts.push({ owner: source.owner, origin, allow, node })
    else {
      problems.push({
        code: 'SCHEMA_NOT_A_DEFINITION',
        coordinate: null,
        owners: [source.owner],
        origins: [originOf({ origin, node })],
        message: `the typeDefs of ${source.owner} contain a ${node.kind}, which defines no type`,
        fix: 'keep only types, inputs, enums, interfaces, unions, scalars, directives and the schema block',
      })
    }
  }
  return { parts, problems }
}

/** `extend directive` is a proposal of the specification that tools do not know yet. */
function isSchemaNode(node: DefinitionNode): node is SchemaNode {
  return node.kind !== Kind.DIRECTIVE_EXTENSION && (isTypeSystemDefinitionNode(node) || isTypeSystemExtensionNode(node))
}

/**
 * Says whether a text has only white space, commas and comments, which GraphQL ignores, after an optional byte order
 * mark.
 */
function isBlank(text: string): boolean {
  return /^[\s,\uFEFF]*$/.test(text.replace(/#[^\n\r]*/g, ''))
}

function syntaxProblem({ owner }: TypeDefsSource, error: unknown): Omit<Problem, 'code'> {
  // Any error but a GraphQLError means that the parser ran out of stack.
  if (!(error instanceof GraphQLError)) {
    return { message: `the typeDefs of ${owner} are nested too deeply to be read`, fix: 'flatten the definition' }
  }
  const at = error.locations?.[0]
  const where = at === undefined ? '' : ` at line ${at.line}, column ${at.column}`
  return {
    message: `the typeDefs of ${owner} do not parse${where}: ${error.message}`,
    fix: 'correct the text at that place; the definitions of this source are ignored until then',
    ...(at === undefined ? {} : { at: `typeDefs line ${at.line}, column ${at.column}` }),
  }
}

interface Problem {
  readonly code: SchemaProblemCode
  readonly message: string
  readonly fix: string
  readonly at?: string
}

function refused(source: TypeDefsSource, code: SchemaProblemCode, text: Omit<Problem, 'code'>): ReadTypeDefs {
  const origin = source.origin ?? source.owner
  const { at, message, fix } = text
  const place = at === undefined ? origin : `${origin} (${at})`
  return { parts: [], problems: [{ code, coordinate: null, owners: [source.owner], origins: [place], message, fix }] }
}
