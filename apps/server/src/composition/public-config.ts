import { isSecretPath, type LoadedPlugin, manifestOf } from '@platform/plugin-host'

type Values = Readonly<Record<string, unknown>>

/** What browsers may know of the configuration of plugins: the keys that a manifest calls public, without secrets. */
export function publicConfigOf(plugins: readonly LoadedPlugin[]): Readonly<Record<string, Values>> {
  return Object.fromEntries(
    plugins.flatMap(({ name, hooks, config = {}, secrets = [] }) => {
      const named = manifestOf(hooks)?.public ?? []
      const values = withoutSecrets(config, { secrets, allows: key => named.includes(key) })
      return Object.keys(values).length === 0 ? [] : [[name, values]]
    }),
  )
}

interface Allowed {
  readonly secrets: readonly string[]
  /** The path of the value, with a dot at its end; empty for the configuration itself. */
  readonly path?: string
  allows?(key: string): boolean
}

function withoutSecrets(values: Values, { secrets, path = '', allows = () => true }: Allowed): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key, value]) => value !== undefined && allows(key) && !isSecretPath(path + key, secrets))
      .map(([key, value]) => [key, publicValue(value, { secrets, path: `${path}${key}.` })]),
  )
}

/** A value as JSON says it. */
function publicValue(value: unknown, at: Allowed): unknown {
  if (Array.isArray(value)) return value.map(each => publicValue(each, at))
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  return value instanceof Date ? value.toISOString() : withoutSecrets(value as Values, at)
}
