import type { GraphQLSchema, GraphQLTypeResolver } from 'graphql'
import { isInterfaceType } from 'graphql'
import { attribute } from './attribution.ts'
import type { ServerContext } from './context.ts'
import type { Member } from './member.ts'

type ResolveType = (value: unknown, context: ServerContext, info: unknown) => string | null | undefined | Promise<string | null | undefined>

/**
 * Gives every interface its type resolver: the core's own answer, else the first a plugin's
 * `__resolveType` hook gives (last listed first), else `Default<Interface>`.
 */
export function resolveInterfaceTypes(schema: GraphQLSchema, members: readonly Member[], own: ReadonlyMap<string, ResolveType>): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type)) continue
    const candidates = [own.get(type.name), ...typeHooks(members, type.name)].filter(resolve => resolve !== undefined)
    const fallback = schema.getType(`Default${type.name}`) ? `Default${type.name}` : undefined
    type.resolveType = (async (value: unknown, context: ServerContext, info: unknown) => {
      for (const resolve of candidates) {
        const name = await resolve(value, context, info)
        if (typeof name === 'string') return name
      }
      return fallback
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
