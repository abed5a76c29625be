import { relative } from 'node:path'
import {
  concerns,
  type Disabled,
  isMap,
  isSecretPath,
  jsonSchemaOf,
  type LoadedPlugin,
  manifestOf,
  namesOf,
  textOf,
} from '@platform/plugin-host'
import type { Composed } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import { withoutSecrets } from '../../runtime/secrets.ts'
import { knownPlugins } from './known-plugins.ts'

const HIDDEN = '(secret)'

/** Every plugin of this server, with all that administrators see of it. */
export function listPlugins(_root: unknown, _args: unknown, { services }: ServerContext) {
  return knownPlugins(services).map(({ name, version, loaded, disabled, client }) => {
    if (loaded) return { ...factsOf(loaded, services.composition), client }
    if (disabled) return { ...disabledFacts(disabled), client }
    return { ...EMPTY, name, version, server: false, client }
  })
}

const EMPTY = {
  version: null as string | null,
  state: 'LOADED' as 'LOADED' | 'DISABLED',
  reason: null as string | null,
  origin: null as string | null,
  server: true,
  hooks: [] as string[],
  bootTime: 0,
  failureCount: 0,
  failures: [] as readonly object[],
  warnings: [] as object[],
  overrides: [] as object[],
  configSchema: null as string | null,
  config: [] as object[],
}

function disabledFacts({ name, reason }: Disabled) {
  return { ...EMPTY, name, reason: withoutSecrets(reason), state: 'DISABLED' as const }
}

function factsOf(plugin: LoadedPlugin, { remarks, reportOn }: Composed) {
  const { name, version, origin, hooks, config = {}, configSources = {}, secrets = [] } = plugin
  const schema = jsonSchemaOf(manifestOf(hooks)?.config)
  return {
    ...EMPTY,
    ...reportOn(plugin),
    name,
    version,
    origin: relative(process.cwd(), origin) || origin,
    hooks: Object.keys(hooks),
    warnings: remarks.warnings
      .filter(problem => concerns(problem, name))
      .map(problem => ({
        code: problem.code,
        message: withoutSecrets(textOf(problem)),
        fix: problem.fix ?? null,
        plugins: namesOf(problem),
      })),
    overrides: remarks.overrides.filter(({ owner, over }) => owner === name || over === name),
    configSchema: schema && JSON.stringify(schema),
    config: Object.entries(config).map(([key, value]) => ({
      key,
      value: JSON.stringify(redacted(key, value, secrets) ?? null),
      hidden: isSecretPath(key, secrets),
      source: configSources[key] ?? 'default',
    })),
  }
}

/** Hides secrets: those that the manifest names, and those with a key such as `password`. */
function redacted(path: string, value: unknown, secrets: readonly string[]): unknown {
  if (value === undefined || value === null) return value
  if (isSecretPath(path, secrets)) return HIDDEN
  if (Array.isArray(value)) return value.map(item => redacted(path, item, secrets))
  if (isMap(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, redacted(`${path}.${key}`, inner, secrets)]),
    )
  return value
}
