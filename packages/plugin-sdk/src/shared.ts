import type { GraphQLResolveInfo } from 'graphql'

/**
 * The property by which {@link shared} marks a function. It is a registered symbol, so all copies of this package use
 * the same one.
 *
 * @example
 * const marked = SHARED in resolver
 */
export const SHARED: unique symbol = Symbol.for('@platform/shared') as never

/**
 * A resolver, post hook or type hook as {@link shared} takes it. Its context has no properties, because it must not
 * read them.
 *
 * @example
 * const shout: SharedHook<Comment, unknown, string | undefined> = comment => comment.body?.toUpperCase()
 */
export type SharedHook<Parent, Args, Answer> = (
  parent: Parent,
  args: Args,
  context: object,
  info: GraphQLResolveInfo,
  // biome-ignore lint/suspicious/noExplicitAny: the result of a field has the type that its resolver gives it.
  ...result: any[]
) => Answer

/**
 * A post hook with its mode, as {@link shared} takes it.
 *
 * @example
 * const tidy: SharedPost<Comment, unknown> = {
 *   mode: 'transform',
 *   run: (_comment, _args, _context, _info, body) => body?.trim(),
 * }
 */
export interface SharedPost<Parent, Args> {
  readonly mode: 'observe' | 'transform'
  readonly run: SharedHook<Parent, Args, unknown>
}

// biome-ignore-start lint/suspicious/noExplicitAny: a resolver reads arguments whose types only its SDL knows.
/**
 * Promises that the answer of a resolver, a post hook or a type hook depends on its parent and arguments only: not on
 * the caller, on other records, or on the time. The server may then give an answer that contains it to other anonymous
 * readers. An answer with an unmarked resolver of a plugin is given to its own caller only.
 *
 * It marks the given function and returns the same function.
 *
 * @example
 * resolvers: { Comment: { shout: shared(comment => comment.body?.toUpperCase()) } }
 */
export function shared<Parent, Args = any, Answer = unknown>(
  hook: SharedHook<Parent, Args, Answer>,
): (parent: Parent, ...others: any[]) => Answer
export function shared<Parent, Args = any>(hook: SharedPost<Parent, Args>): SharedPost<Parent, Args>
// biome-ignore-end lint/suspicious/noExplicitAny: the overloads end here.
export function shared(hook: SharedHook<never, never, unknown> | SharedPost<never, never>): unknown {
  const run = typeof hook === 'function' ? hook : hook.run
  if (!isShared(run)) Object.defineProperty(run, SHARED, { value: true })
  return hook
}

/**
 * Returns whether a resolver or hook was marked by {@link shared}.
 *
 * @example
 * const unmarked = Object.entries(fields).filter(([, resolve]) => !isShared(resolve))
 */
export function isShared(hook: unknown): boolean {
  const run = typeof hook === 'object' && hook !== null && 'run' in hook ? hook.run : hook
  return typeof run === 'function' && SHARED in run
}
