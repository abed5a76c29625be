import type { Logger } from '@platform/plugin-sdk'
import type { ServerContext } from './context.ts'
import type { Member } from './member.ts'

/**
 * A context as one plugin sees it: the request's own, with the plugin's configuration and a log that
 * names the plugin. Made once a request and plugin, when the plugin is first called.
 */
export function contextOf(member: Member): (context: ServerContext) => ServerContext {
  if (member.core) return context => context
  const views = new WeakMap<ServerContext, ServerContext>()
  let last: ServerContext | undefined
  let lastView: ServerContext | undefined
  return context => {
    // Calls of one request come in a row, so the last answer mostly is the next one.
    if (context === last) return lastView!
    let view = views.get(context)
    if (!view) views.set(context, view = new MemberContext(context, member))
    last = context
    lastView = view
    return view
  }
}

class MemberContext implements ServerContext {
  readonly config: Readonly<Record<string, unknown>>
  readonly #base: ServerContext
  readonly #member: Member
  #log: Logger | undefined

  constructor(base: ServerContext, member: Member) {
    this.#base = base
    this.#member = member
    this.config = member.config ?? {}
  }

  get log(): Logger { return this.#log ??= this.platform.log.child({ request: this.id, plugin: this.#member.name }) }
  get id() { return this.#base.id }
  get user() { return this.#base.user }
  get platform() { return this.#base.platform }
  get loaders() { return this.#base.loaders }
  get mutators() { return this.#base.mutators }
  get plugins() { return this.#base.plugins }
  get pubsub() { return this.#base.pubsub }
  get connectors() { return this.#base.connectors }
  get sharing() { return this.#base.sharing }
  can(...permissions: string[]) { return this.#base.can(...permissions) }
  dependsOn(tag: string) { this.#base.dependsOn(tag) }
  expiresAt(time: Date) { this.#base.expiresAt(time) }
  unshared() { this.#base.unshared() }
  sortMethod(type: string, sortBy: string) { return this.#base.sortMethod(type, sortBy) }
  graphql(query: string, variables?: Record<string, unknown>) { return this.#base.graphql(query, variables) }
}
