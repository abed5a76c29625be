import { defaultTypeResolver, isAbstractType, type GraphQLSchema, type GraphQLTypeResolver } from 'graphql'
import { attribute } from './attribution.ts'
import type { ServerContext } from './context.ts'
import type { Member } from './member.ts'
import type { ResolveType } from './resolver-entries.ts'

/**
 * Gives every interface and union its type resolver: the answer of its own `__resolveType`, else the first a
 * plugin's hook of that name gives (last listed first), else the value's `__typename` or the type whose
 * `__isTypeOf` says yes, else `Default<Interface>`.
 */
export function resolveAbstractTypes(schema: GraphQLSchema, members: readonly Member[], own: ReadonlyMap<string, ResolveType>): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isAbstractType(type)) continue
    const candidates = [own.get(type.name), ...typeHooks(members, type.name)].filter(resolve => resolve !== undefined)
    const fallback = schema.getType(`Default${type.name}`) ? `Default${type.name}` : undefined
    type.resolveType = (async (value: unknown, context: ServerContext, info: unknown) => {
      for (const resolve of candidates) {
        const name = await resolve(value, context, info)
        if (typeof name === 'string') return name
      }
      return await defaultTypeResolver(value, context, info as never, type) ?? fallback
    }) as GraphQLTypeResolver<unknown, ServerContext>
  }
}

function typeHooks(members: readonly Member[], type: string): ResolveType[] {
  return members.flatMap(member => {
    const post = member.hooks.hooks?.[type]?.['__resolveType']?.post
    if (!post) return []
    const run = typeof post === 'function' ? post : post.run
    return [attribute(member, 'hooks.post', `${type}.__resolveType`, run as never) as ResolveType]
  }).reverse()
}
