import type { LoadedPlugin } from '@platform/plugin-host'
import { type ExplicitPost, isShared, type Post } from '@platform/plugin-sdk'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { attributeField } from '../attribution.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>
type Step = (parent: unknown, args: unknown, context: ServerContext, info: GraphQLResolveInfo) => unknown

/** The functions around one field: `pre` in plugin order, `post` in reverse. */
export interface FieldHookList {
  readonly pre: Step[]
  readonly post: { readonly run: Post<ServerContext>; readonly transforms: boolean }[]
}

/** Every plugin's `hooks`, by coordinate (`Comment.body`); `__resolveType` is left to the type resolver. */
export function collectFieldHooks(plugins: readonly LoadedPlugin[]): Map<string, FieldHookList> {
  const lists = new Map<string, FieldHookList>()
  for (const plugin of plugins) {
    for (const [type, fields] of Object.entries(plugin.hooks.hooks ?? {})) {
      for (const [field, { pre, post }] of Object.entries(fields)) {
        if (field === '__resolveType') continue
        const at = `${type}.${field}`
        const list = lists.get(at) ?? { pre: [], post: [] }
        lists.set(at, list)
        if (pre) list.pre.push(attributeField(plugin, 'hooks.pre', at, { run: pre, shared: isShared(pre) }))
        if (post)
          list.post.unshift({
            run: attributeField(plugin, 'hooks.post', at, { run: body(post), shared: isShared(post) }),
            transforms: transforms(post),
          })
      }
    }
  }
  return lists
}

function body(post: Post<ServerContext> | ExplicitPost<ServerContext>): Post<ServerContext> {
  return typeof post === 'function' ? post : post.run
}

/** Seed 2.7: with four declared parameters or more, what a post hook answers replaces the result. */
export function transforms(post: Post<ServerContext> | ExplicitPost<ServerContext>): boolean {
  return typeof post === 'function' ? post.length >= 4 : post.mode === 'transform'
}

/** Runs `resolve` between its hooks. Stays synchronous as long as everything in the chain is. */
export function surround(resolve: Resolve, { pre, post }: FieldHookList): Resolve {
  return (parent, args, context, info) => {
    const before = pre.reduce<unknown>(
      (previous, step) => after(previous, () => step(parent, args, context, info)),
      undefined,
    )
    const resolved = after(before, () => resolve(parent, args as never, context, info))
    return post.reduce(
      (previous, { run, transforms: replaces }) =>
        after(previous, result =>
          after(run(parent, args, context, info, result), answer =>
            replaces && answer !== undefined ? answer : result,
          ),
        ),
      resolved,
    )
  }
}

function after(value: unknown, next: (value: unknown) => unknown): unknown {
  const then = (value as { then?: unknown } | null | undefined)?.then
  return typeof then === 'function' ? (value as Promise<unknown>).then(next) : next(value)
}
