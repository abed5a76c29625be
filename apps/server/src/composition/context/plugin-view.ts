import type { LoadedPlugin } from '@platform/plugin-host'
import type { Logger, PluginTokens } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import type { Services } from '../../contract/services.ts'
import { withBoundMethods } from '../../runtime/bound-methods.ts'
import { watchChanges } from '../../runtime/changes.ts'
import { HIDDEN_PATHS, type Log } from '../../runtime/log.ts'
import { oncePer } from '../../runtime/once-per.ts'
import { CENSORED } from '../../runtime/secrets.ts'
import { pluginServices } from '../services/plugin-services.ts'
import { assertDefined } from './plugin-hooks.ts'

/** Finds a plugin's view of a context. */
export type View = (context: ServerContext) => ServerContext

/**
 * A context as one plugin sees it: the request's own, with the plugin's configuration and a log that names the plugin.
 * It is made once for each request and plugin, when the plugin is first called.
 */
export const contextOf: (plugin: LoadedPlugin) => View = oncePer(plugin => {
  if (plugin.core) return context => context
  const servicesOf = pluginServices(plugin)
  const make = (context: ServerContext) => new PluginView(context, plugin, servicesOf)
  return context => context.once(make)
})

/** The same for code whose answers depend on the caller or the moment, so that they are not given to other readers. */
export function ownContextOf(plugin: LoadedPlugin): View {
  const view = contextOf(plugin)
  return context => {
    context.preventSharing()
    return view(context)
  }
}

/** A log that names the plugin, and writes none of the settings that the plugin calls secret. */
export function logOf(plugin: LoadedPlugin, log: Log, about: object = {}): Log {
  const own = (plugin.secrets ?? []).flatMap(path => [path, `*.${path}`])
  return log.child(
    { ...about, plugin: plugin.name },
    { redact: { paths: [...HIDDEN_PATHS, ...own], censor: CENSORED } },
  )
}

class PluginView implements ServerContext {
  readonly config: Readonly<Record<string, unknown>>
  readonly #base: ServerContext
  readonly #plugin: LoadedPlugin
  readonly #servicesOf: ReturnType<typeof pluginServices>
  #log: Logger | undefined
  #tokens: PluginTokens | undefined

  // Authors take methods off the context, as in `({ can }) => ...`, so these know their context without `this`.
  readonly hasRole: ServerContext['hasRole'] = (...roles) => this.#base.hasRole(...roles)
  readonly can: ServerContext['can'] = (...permissions) => this.#base.can(...permissions)
  readonly pluginHooks: ServerContext['pluginHooks'] = name => {
    assertDefined(this.#plugin, name)
    return this.#base.pluginHooks(name)
  }
  readonly dependsOn: ServerContext['dependsOn'] = tag => this.#base.dependsOn(tag)
  readonly expiresAt: ServerContext['expiresAt'] = time => this.#base.expiresAt(time)
  readonly preventSharing: ServerContext['preventSharing'] = () => this.#base.preventSharing()
  readonly sortMethod: ServerContext['sortMethod'] = (type, sortBy) => this.#base.sortMethod(type, sortBy)
  readonly within: ServerContext['within'] = () => contextOf(this.#plugin)(this.#base.within())
  readonly once: ServerContext['once'] = make => this.#base.once(make)
  readonly onceLoaded: ServerContext['onceLoaded'] = make => this.#base.onceLoaded(make)
  readonly forgetLoaded: ServerContext['forgetLoaded'] = () => this.#base.forgetLoaded()
  readonly graphql: ServerContext['graphql'] = (query, variables) => this.#base.graphql(query, variables)

  constructor(base: ServerContext, plugin: LoadedPlugin, servicesOf: ReturnType<typeof pluginServices>) {
    this.#base = base
    this.#plugin = plugin
    this.#servicesOf = servicesOf
    this.config = plugin.config ?? {}
  }

  get log(): Logger {
    this.#log ??= withBoundMethods(logOf(this.#plugin, this.#base.services.log, { request: this.id }))
    return this.#log
  }
  get tokens(): PluginTokens {
    this.#tokens ??= this.#base.services.tokens.ofPlugin(this.#plugin.name)
    return this.#tokens
  }
  get id() {
    return this.#base.id
  }
  get user() {
    const { user } = this.#base
    return user && !Object.isFrozen(user) ? watchChanges(user) : user
  }
  // What a plugin reads of the request may decide its answer.
  get address() {
    this.#base.preventSharing()
    return this.#base.address
  }
  get idempotencyKey() {
    this.#base.preventSharing()
    return this.#base.idempotencyKey
  }
  get credential() {
    this.#base.preventSharing()
    return this.#base.credential
  }
  get services() {
    // A plugin is typed with the services it gets; only the core's own code is typed with all of them.
    return this.#servicesOf(this.#base.services) as Services
  }
  get loaders() {
    return this.#base.loaders
  }
  get mutators() {
    return this.#base.mutators
  }
  get plugins() {
    return this.#base.plugins
  }
  get pubsub() {
    return this.#base.pubsub
  }
  get connectors() {
    return this.#base.connectors
  }
  get request() {
    return this.#base.request
  }
  get parent() {
    const parent = this.#base.parent
    return parent && 'services' in parent ? contextOf(this.#plugin)(parent) : parent
  }
  get rootParent() {
    return this.#base.rootParent
  }
  get sharing() {
    return this.#base.sharing
  }
}
