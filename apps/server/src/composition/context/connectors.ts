import { isMap, type LoadedPlugin } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'
import { config } from '../../compat/config.ts'
import { errors } from '../../compat/errors.ts'
import { ActionModel } from '../../compat/models/action.ts'
import { AssetModel } from '../../compat/models/asset.ts'
import { CommentModel } from '../../compat/models/comment.ts'
import { SettingModel } from '../../compat/models/setting.ts'
import { UserModel } from '../../compat/models/user.ts'
import { secrets } from '../../compat/secrets.ts'
import { authentication } from '../../compat/services/authentication.ts'
import { i18n } from '../../compat/services/i18n.ts'
import { jwt } from '../../compat/services/jwt.ts'
import { karma } from '../../compat/services/karma.ts'
import { Limit } from '../../compat/services/limit.ts'
import { mailer } from '../../compat/services/mailer.ts'
import { metadata } from '../../compat/services/metadata.ts'
import { plugins as pluginsService } from '../../compat/services/plugins.ts'
import { redis } from '../../compat/services/redis.ts'
import { settings } from '../../compat/services/settings.ts'
import { users } from '../../compat/services/users.ts'
import { utils } from '../../compat/services/utils.ts'
import { url } from '../../compat/url.ts'
import type { Connectors } from '../../contract/context.ts'
import { SYSTEM_USER } from '../../features/users/system-user.ts'
import type { Ledger } from '../ledger.ts'

/**
 * The core's tree with the `connectors` of all plugins added in order. When two plugins give a part of the same name,
 * the part of the plugin that owns the name is there, whole.
 */
export function composeConnectors(
  plugins: readonly LoadedPlugin[],
  { services, ledger }: { services: Services; ledger: Ledger },
): Connectors {
  const core = {
    errors,
    config,
    secrets,
    url,
    models: { Action: ActionModel, Asset: AssetModel, Comment: CommentModel, Setting: SettingModel, User: UserModel },
    services: {
      Users: users,
      Mailer: mailer,
      Metadata: metadata,
      Passport: authentication,
      get Providers() {
        return services.providerSignIn
      },
      I18n: i18n,
      Settings: settings,
      Plugins: pluginsService,
      Redis: redis,
      Jwt: jwt,
      Karma: karma,
      Limit,
      Utils: utils,
    },
    graph: {
      subscriptions: { getBroker: () => services.events.local, getPubsub: () => services.events },
      get schema() {
        return services.composition.schema
      },
      Context: { forSystem: () => services.composition.createContext({ user: SYSTEM_USER }) },
    },
  }
  for (const plugin of plugins.slice(0, 1)) for (const name of names(core)) ledger.claim('connector', name, plugin)
  for (const plugin of plugins)
    for (const name of names(plugin.hooks.connectors ?? {})) ledger.claim('connector', name, plugin)
  const added = plugins.flatMap(plugin =>
    plugin.hooks.connectors ? [withoutLost(plugin.hooks.connectors, plugin, ledger)] : [],
  )
  return added.reduce<object>(withTree, core) as Connectors
}

/** Adds parts to a tree without reading the tree: getters of the core's parts work only once the platform runs. */
function withTree(tree: object, added: object): object {
  const groups = Object.getOwnPropertyDescriptors(tree) as Record<string, PropertyDescriptor>
  for (const [group, parts] of Object.entries(added)) {
    const before: unknown = groups[group]?.value
    const value: unknown =
      isMap(before) && isMap(parts)
        ? Object.create(Object.getPrototypeOf(before) as object | null, {
            ...Object.getOwnPropertyDescriptors(before),
            ...Object.getOwnPropertyDescriptors(parts),
          })
        : parts
    groups[group] = { value, enumerable: true, configurable: true, writable: true }
  }
  return Object.create(Object.prototype, groups) as object
}

/** A plugin's tree without the names that another plugin owns. */
function withoutLost(tree: object, plugin: LoadedPlugin, ledger: Ledger): object {
  const wins = (name: string) => (ledger.owner('connector', name) ?? plugin) === plugin
  return Object.fromEntries(
    Object.entries(tree).flatMap(([group, parts]: [string, unknown]) => {
      if (names({ [group]: parts }).every(wins)) return [[group, parts]]
      return typeof parts === 'object'
        ? [[group, Object.fromEntries(Object.entries(parts as object).filter(([name]) => wins(`${group}.${name}`)))]]
        : []
    }),
  )
}

/** The names in a tree that plugins claim: `services.Users`, or the name of a part at the top that has no parts. */
function names(tree: object): string[] {
  return Object.entries(tree).flatMap(([group, parts]) =>
    typeof parts === 'object' && parts !== null && !Array.isArray(parts)
      ? Object.keys(parts).map(name => `${group}.${name}`)
      : [group],
  )
}
