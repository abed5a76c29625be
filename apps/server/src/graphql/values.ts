import { JSON_BOUNDS } from '@platform/config'
import { type ASTNode, type DocumentNode, GraphQLError, visit } from 'graphql'

/** How deep the lists and objects of one value may be nested. */
const DEEPEST = 32

/** Documents whose values were checked. GraphQL Yoga caches parsed documents, so most requests have a known one. */
const plain = new WeakSet<DocumentNode>()

/**
 * Checks the values of an operation, in its variables and in its document.
 *
 * @throws GraphQLError BAD_USER_INPUT for values that are nested too deeply, and for numbers that are too large.
 */
export function assertPlainValues(document: DocumentNode, variables: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(variables))
    if (isDeep(value, DEEPEST)) throw refused(`variables.${name.slice(0, 100)}`)
  if (plain.has(document)) return
  assertPlainLiterals(document)
  plain.add(document)
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left <= 0 || Object.values(value).some(inner => isDeep(inner, left - 1))
}

function assertPlainLiterals(document: DocumentNode): void {
  let depth = 0
  const number = (node: ASTNode & { readonly value: string }): void => {
    if (!Number.isFinite(Number(node.value))) throw bad(`${node.value.slice(0, 20)} ${JSON_BOUNDS.tooLarge}`, node)
  }
  const nested = {
    enter(node: ASTNode): void {
      if (++depth > DEEPEST) throw refused('This value', node)
    },
    leave(): void {
      depth--
    },
  }
  visit(document, { IntValue: number, FloatValue: number, ListValue: nested, ObjectValue: nested })
}

function refused(what: string, node?: ASTNode): GraphQLError {
  return bad(`${what} has more than ${DEEPEST} lists and objects within each other; nest it less deeply`, node)
}

function bad(message: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(message, {
    ...(node ? { nodes: node } : {}),
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })
}
