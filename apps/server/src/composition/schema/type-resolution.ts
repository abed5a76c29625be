import { inspect } from 'node:util'
import { isThenable, type LoadedPlugin } from '@platform/plugin-host'
import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
} from 'graphql'
import type { ServerContext } from '../../contract/context.ts'
import { attributeErrors } from '../attribution.ts'
import type { ResolveType } from './resolver-entries.ts'

/**
 * Gives every interface and union its type resolver. The type is the answer of its own `__resolveType`; else that of
 * the first plugin hook of that name that answers, the last listed first; else the value's `__typename`, or the type
 * whose `__isTypeOf` accepts the value; else `Default<Interface>`.
 */
export function resolveAbstractTypes(
  schema: GraphQLSchema,
  plugins: readonly LoadedPlugin[],
  own: ReadonlyMap<string, ResolveType>,
): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isAbstractType(type)) continue
    const candidates = [own.get(type.name), ...typeHooks(plugins, type.name)].filter(resolve => resolve !== undefined)
    const fallback = schema.getType(`Default${type.name}`) ? `Default${type.name}` : undefined
    type.resolveType = resolverOf(type, candidates, fallback)
  }
}

/**
 * A type resolver that asks one candidate after the other. It is synchronous when they are, because an `async` one
 * would cost some promises for every value of an answer.
 */
function resolverOf(
  type: GraphQLAbstractType,
  candidates: readonly ResolveType[],
  fallback: string | undefined,
): GraphQLTypeResolver<unknown, ServerContext> {
  const resolve = (value: unknown, context: ServerContext, info: GraphQLResolveInfo, from = 0): MaybeName => {
    for (let i = from; i < candidates.length; i++) {
      const name = candidates[i]?.(value, context, info)
      if (isThenable(name)) return Promise.resolve(name).then(given => given ?? resolve(value, context, info, i + 1))
      if (name !== null && name !== undefined) return name
    }
    const known = defaultTypeResolver(value, context, info, type)
    return isThenable(known) ? Promise.resolve(known).then(given => given ?? fallback) : (known ?? fallback)
  }
  return (value, context, info) => resolve(value, context, info)
}

type MaybeName = string | undefined | Promise<string | undefined>

function typeHooks(plugins: readonly LoadedPlugin[], type: string): ResolveType[] {
  return plugins
    .flatMap(plugin => {
      const post = plugin.hooks.hooks?.[type]?.['__resolveType']?.post
      if (!post) return []
      const run = typeof post === 'function' ? post : post.run
      return [attributeErrors(plugin, 'hooks.post', `${type}.__resolveType`, namingType(type, run as never))]
    })
    .reverse()
}

/**
 * A type resolver that answers with a possible type of the interface or union, or with `null`. It throws for others.
 */
export function namingType(abstract: string, run: ResolveType): ResolveType {
  /** The names that were found right: each value of an answer has a type, and most have the same few. */
  const possible = new Set<unknown>()
  const checked = (answer: unknown, { schema }: GraphQLResolveInfo): string | null => {
    if (answer === null || answer === undefined) return null
    if (possible.has(answer)) return answer as string
    const name = isObjectType(answer) ? answer.name : answer
    const [type, named] = [schema.getType(abstract), typeof name === 'string' ? schema.getType(name) : undefined]
    if (isAbstractType(type) && isObjectType(named) && schema.isSubType(type, named)) {
      possible.add(named.name)
      return named.name
    }
    throw new Error(`gave ${inspect(name, { depth: 0 })}, which is no type of ${abstract}`)
  }
  return (value, context, info) => {
    const answer: unknown = run(value, context, info)
    return isThenable(answer)
      ? Promise.resolve(answer).then(given => checked(given, info as GraphQLResolveInfo))
      : checked(answer, info as GraphQLResolveInfo)
  }
}
