import type { HookObject } from '@platform/plugin-sdk'
import type { AccessTable } from './access.ts'
import type { ServerContext } from './context.ts'

/** One entry of the composed list: a feature of the core or a plugin. Both are made of the same hooks. */
export interface LoadedPlugin {
  readonly name: string
  readonly version: string | null
  /** Where it was loaded from, for messages. */
  readonly origin: string
  readonly core: boolean
  readonly hooks: HookObject<ServerContext>
  /** Of the core: who may use which of its root fields, guarded fields and routes. */
  readonly permissions?: AccessTable
  /** What the operator lets this plugin override, as `schema.override:Type.field`. */
  readonly allow: readonly string[]
  /** What the plugin was configured with, parsed by its own schema. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Paths of that configuration that are never written to a log. */
  readonly secrets?: readonly string[]
  /** Whether the server starts without the plugin when it can't be composed. */
  readonly onFailure?: 'abort' | 'disable'
}

/**
 * A feature of the core: the same hook object as a plugin's, typed with the server's own context.
 *
 * @param permissions - who may use what it adds; every root field and route has a row.
 */
export function defineFeature(
  name: string,
  hooks: HookObject<ServerContext>,
  permissions: AccessTable = {},
): LoadedPlugin {
  return { name, version: null, origin: `core feature ${name}`, core: true, hooks, permissions, allow: [] }
}

/** `likes@1.4.0`, or the bare name when there is no version. */
export function label(member: Pick<LoadedPlugin, 'name' | 'version'>): string {
  return member.version ? `${member.name}@${member.version}` : member.name
}
