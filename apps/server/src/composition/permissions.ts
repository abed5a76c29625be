import { type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import { NotAuthorizedError } from '@platform/plugin-sdk'
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { isObjectType } from 'graphql'
import { type Access, accessOf, admits } from '../contract/access.ts'
import type { ServerContext } from '../contract/context.ts'
import type { MountedRoute } from './routes/mounted-routes.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/** Every row of every feature, by the place it is about. */
export type Permissions = ReadonlyMap<string, Access>

/** Puts the tables of the core features and the plugins together. A row of the core is never replaced. */
export function collectPermissions(plugins: readonly LoadedPlugin[]): Permissions {
  const rows = new Map<string, Access>()
  for (const { hooks } of plugins)
    for (const [at, row] of Object.entries(hooks.permissions ?? {})) if (!rows.has(at)) rows.set(at, accessOf(row))
  return rows
}

/** Lets a field be resolved, and its hooks be called, only for callers who have what its row asks for. */
export function guardField(resolve: Resolve, { needs, own, silent }: Access, root: boolean): Resolve {
  if (needs === 'ANYBODY') return resolve
  return (parent, args, context, info) => {
    if (admits(context, needs) || (own && isOwn(parent, own, context)))
      return resolve(parent, args as never, context, info)
    if (root && !silent) throw new NotAuthorizedError()
    return null
  }
}

function isOwn(parent: unknown, own: NonNullable<Access['own']>, { user }: ServerContext): boolean {
  if (!user) return false
  const { id, author_id: author } = parent as { id?: unknown; author_id?: unknown }
  return (own === 'person' ? id : author) === user.id
}

/** Asks for what a route's row needs. @throws NotAuthorizedError 401 where signing in would help, else 403. */
export function demand(context: ServerContext, { needs, itself }: Access): void {
  if (itself || admits(context, needs)) return
  throw context.user ? new NotAuthorizedError() : new NotAuthorizedError('Sign in first', { status: 401 })
}

interface Composed {
  readonly schema: GraphQLSchema
  /** Who defined a coordinate: the name of a plugin, or `core`. */
  readonly ownerOf: (coordinate: string) => string | undefined
  readonly routes: readonly Pick<MountedRoute, 'plugin' | 'method' | 'path'>[]
}

/** Rows of plugins for places that are not their own: a plugin decides about what it adds, and about nothing else. */
export function foreignRows(plugins: readonly LoadedPlugin[], { ownerOf, routes }: Composed): Problem[] {
  return plugins
    .filter(({ core }) => !core)
    .flatMap(plugin => {
      const own = new Set(
        routes.filter(route => route.plugin === plugin).map(({ method, path }) => `${method} ${path}`),
      )
      return Object.keys(plugin.hooks.permissions ?? {})
        .filter(at => ownerOf(at) !== plugin.name && !own.has(at))
        .map(
          (at): Problem => ({
            code: 'PLUGIN_HOOK_INVALID',
            plugins: [referenceTo(plugin)],
            hook: 'permissions',
            at,
            message: 'is no field that the plugin defines, and no route that it mounts',
            fix: 'write the name of a field, like RootMutation.closePoll, or of a route, like GET /api/v1/polls',
          }),
        )
    })
}

/** The rows that are missing: nothing of the core is served without one. And those about nothing. */
export function permissionProblems(permissions: Permissions, { schema, ownerOf, routes }: Composed): Problem[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(type =>
    type ? Object.keys(type.getFields()).map(field => `${type.name}.${field}`) : [],
  )
  const needed = [
    ...roots.filter(at => ownerOf(at) === 'core'),
    ...routes.filter(({ plugin, path }) => plugin.core && path !== null).map(({ method, path }) => `${method} ${path}`),
  ]
  const known = (at: string) => needed.includes(at) || fieldExists(schema, at)
  return [
    ...needed
      .filter(at => !permissions.has(at))
      .map(at => ({
        code: 'PERMISSION_MISSING',
        plugins: [],
        at,
        message: `${at} has no row in the table of permissions, so nobody may use it`,
        fix: 'say who may in the permissions.ts of its feature, then run: pnpm run docs',
      })),
    ...[...permissions.keys()]
      .filter(at => !known(at))
      .map(at => ({
        code: 'PERMISSION_UNUSED',
        plugins: [],
        at,
        message: `the table of permissions has a row for ${at}, which there is not`,
        fix: 'take it out of the permissions.ts of its feature',
      })),
  ]
}

function fieldExists(schema: GraphQLSchema, at: string): boolean {
  const [name = '', field = ''] = at.split('.')
  const type = schema.getType(name)
  return isObjectType(type) && field in type.getFields()
}
