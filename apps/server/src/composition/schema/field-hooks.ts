import { type Attribution, isThenable, type LoadedPlugin } from '@platform/plugin-host'
import { type ExplicitPost, isShared, type Post } from '@platform/plugin-sdk'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import pTimeout from 'p-timeout'
import type { AuthorOf } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import { attributeField, logPluginFailure, placeOf } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import type { Owners } from './resolvers.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>
type Step = (parent: unknown, args: unknown, context: ServerContext, info: GraphQLResolveInfo) => unknown

/** The functions around one field: `pre` in plugin order, `post` in reverse. */
export interface FieldHookList {
  readonly pre: Step[]
  readonly post: Post<ServerContext>[]
  /** Whether one of them is not shared: the value of the field may depend on who asks. */
  own: boolean
}

/**
 * The `hooks` of all plugins, by coordinate (`Comment.body`). Those of `__resolveType` belong to `type-resolution.ts`.
 */
export function collectFieldHooks(plugins: readonly LoadedPlugin[]): Map<string, FieldHookList> {
  const lists = new Map<string, FieldHookList>()
  for (const plugin of plugins) {
    for (const [type, fields] of Object.entries(plugin.hooks.hooks ?? {})) {
      for (const [field, { pre, post }] of Object.entries(fields)) {
        if (field === '__resolveType') continue
        const at = `${type}.${field}`
        const list = lists.get(at) ?? { pre: [], post: [], own: false }
        lists.set(at, list)
        list.own ||= !plugin.core && [pre, post].some(hook => hook !== undefined && !isShared(hook))
        if (pre) list.pre.push(attributeField(plugin, 'hooks.pre', at, { run: pre, shared: isShared(pre) }))
        if (post) {
          const run = attributeField(plugin, 'hooks.post', at, { run: body(post), shared: isShared(post) })
          list.post.unshift(transforms(post) ? run : observing(run, placeOf(plugin, 'hooks.post', at)))
        }
      }
    }
  }
  return lists
}

function body(post: Post<ServerContext> | ExplicitPost<ServerContext>): Post<ServerContext> {
  return typeof post === 'function' ? post : post.run
}

/** Whether the answer of a post hook replaces the result: it does when the hook declares four parameters or more. */
function transforms(post: Post<ServerContext> | ExplicitPost<ServerContext>): boolean {
  return typeof post === 'function' ? post.length >= 4 : post.mode === 'transform'
}

/** How long the result of a field waits for a hook that observes it. Milliseconds. */
const OBSERVE_DEADLINE = 2_000

/**
 * A post hook that can't fail the field it observes: its errors are logged, and so is that it takes too long. The field
 * has done its work by then, and a client that was told otherwise would send a mutation again.
 */
function observing(run: Post<ServerContext>, place: Attribution): Post<ServerContext> {
  return (parent, args, context, info, result) => {
    const failed = (error: unknown): void => {
      logPluginFailure(context.services.log, error, place, { request: context.id })
    }
    try {
      const answer = run(parent, args, context, info, result)
      return isThenable(answer) ? pTimeout(Promise.resolve(answer), IN_TIME).then(() => undefined, failed) : undefined
    } catch (error) {
      return failed(error)
    }
  }
}

const IN_TIME = {
  milliseconds: OBSERVE_DEADLINE,
  message: `it did not finish within ${OBSERVE_DEADLINE / 1_000} s, and the answer does not wait for it any longer`,
}

/** A resolver that runs `resolve` between its hooks. It is synchronous when `resolve` and the hooks are. */
export function surround(resolve: Resolve, { pre, post }: FieldHookList): Resolve {
  return (parent, args, context, info) => {
    const before = pre.reduce<unknown>(
      (previous, step) => after(previous, () => step(parent, args, context, info)),
      undefined,
    )
    const resolved = after(before, () => resolve(parent, args as never, context, info))
    return post.reduce(
      (previous, run) =>
        after(previous, result =>
          after(run(parent, args, context, info, result), answer => (answer === undefined ? result : answer)),
        ),
      resolved,
    )
  }
}

function after(value: unknown, next: (value: unknown) => unknown): unknown {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value)
}

/**
 * The plugin whose value a field (`Comment.likes`) has: the plugin whose hook changes the value last, else the one that
 * resolves the field, else the one that defined it. It is asked for only once a value does not fit its type.
 */
export function fieldAuthors(
  plugins: readonly LoadedPlugin[],
  { ledger, owners }: { ledger: Ledger; owners: Owners },
): AuthorOf {
  return coordinate => {
    const [type = '', field = ''] = coordinate.split('.')
    const changing = plugins.find(plugin => {
      const post = plugin.core ? undefined : plugin.hooks.hooks?.[type]?.[field]?.post
      return post !== undefined && transforms(post)
    })
    if (changing) return placeOf(changing, 'hooks.post', coordinate)
    const resolving = ledger.owner('resolver', coordinate)
    if (resolving) return resolving.core ? 'core' : placeOf(resolving, 'resolvers', coordinate)
    const defining = plugins.find(({ core, name }) => !core && name === owners.get(coordinate))
    return defining && placeOf(defining, 'typeDefs', coordinate)
  }
}
