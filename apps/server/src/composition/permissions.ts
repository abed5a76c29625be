import { type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import { NotAuthorizedError } from '@platform/plugin-sdk'
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { isObjectType } from 'graphql'
import { type Access, accessOf, admits } from '../contract/access.ts'
import type { ServerContext } from '../contract/context.ts'
import { RESERVED } from './routes/conflicts.ts'
import type { MountedRoute } from './routes/mounted-routes.ts'

type Resolve = GraphQLFieldResolver<unknown, ServerContext>

/** The rows of all features and plugins, by the place that each is about: `RootQuery.users`, `POST /api/v1/setup`. */
export type Permissions = ReadonlyMap<string, Access>

/** Puts the rows of the core features and the plugins together. No plugin replaces a row of the core. */
export function collectPermissions(plugins: readonly LoadedPlugin[]): Permissions {
  const rows = new Map<string, Access>()
  for (const { hooks } of plugins)
    for (const [at, row] of Object.entries(hooks.permissions ?? {})) if (!rows.has(at)) rows.set(at, accessOf(row))
  return rows
}

/** A resolver that runs only for callers who have what the row of the field needs. */
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

/**
 * Refuses callers who lack what the row of a route needs.
 *
 * @throws NotAuthorizedError 401 where signing in may help, else 403.
 */
export function demand(context: ServerContext, { needs, itself }: Access): void {
  if (itself || admits(context, needs)) return
  throw context.user ? new NotAuthorizedError() : new NotAuthorizedError('Sign in first', { status: 401 })
}

interface Composed {
  readonly schema: GraphQLSchema
  /** The plugin that defined a coordinate, by name, or `core`. */
  readonly ownerOf: (coordinate: string) => string | undefined
  readonly routes: readonly Pick<MountedRoute, 'plugin' | 'method' | 'path'>[]
}

/** The problems of the rows of the core and of the plugins. Without a schema the rows can't be checked. */
export function accessProblems(
  plugins: readonly LoadedPlugin[],
  { schema, ownerOf, routes }: Omit<Composed, 'schema'> & { readonly schema?: GraphQLSchema },
): Problem[] {
  const core = plugins.filter(plugin => plugin.core)
  if (!schema) return []
  const reserved = core.slice(0, 1).flatMap(plugin => RESERVED.map(path => ({ plugin, method: 'GET', path })))
  return [
    ...permissionProblems(collectPermissions(core), { schema, ownerOf, routes: [...reserved, ...routes] }),
    ...foreignRows(plugins, { schema, ownerOf, routes }),
  ]
}

/** Rows of plugins about places that are not their own. A plugin decides only about what it adds. */
function foreignRows(plugins: readonly LoadedPlugin[], { ownerOf, routes }: Composed): Problem[] {
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

/** Root fields and routes of the core that have no row, and rows about fields and routes that do not exist. */
export function permissionProblems(permissions: Permissions, { schema, ownerOf, routes }: Composed): Problem[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(type =>
    type ? Object.keys(type.getFields()).map(field => `${type.name}.${field}`) : [],
  )
  const needed = [
    ...roots.filter(at => ownerOf(at) === 'core'),
    ...routes.filter(({ plugin, path }) => plugin.core && path !== null).map(({ method, path }) => `${method} ${path}`),
  ]
  const missing = needed.filter(at => !permissions.has(at))
  const unused = [...permissions.keys()].filter(at => !needed.includes(at) && !fieldExists(schema, at))
  return [
    ...missing.map(at => ({
      code: 'PERMISSION_MISSING',
      plugins: [],
      at,
      message: `${at} has no row in the table of permissions, so no caller may use it`,
      fix: 'write the row into `permissions` of its feature, then run: pnpm run docs',
    })),
    ...unused.map(at => ({
      code: 'PERMISSION_UNUSED',
      plugins: [],
      at,
      message: `the table of permissions has a row for ${at}, which does not exist`,
      fix: 'remove the row from `permissions` of its feature',
    })),
  ]
}

function fieldExists(schema: GraphQLSchema, at: string): boolean {
  const [name = '', field = ''] = at.split('.')
  const type = schema.getType(name)
  return isObjectType(type) && field in type.getFields()
}
