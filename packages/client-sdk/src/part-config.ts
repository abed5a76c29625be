import type { ConfigField, PluginsConfig } from './define-client-plugin.ts'
import type { ListedPart } from './host.ts'

type Values = Readonly<Record<string, unknown>>

/** What sites may say about every plugin. */
const ALWAYS = ['disable_components', 'debug']

/**
 * What components get as `config` before a site says anything: the defaults, and what the server says all browsers may
 * know of the plugin's configuration.
 */
export function beginConfig(parts: readonly ListedPart[], published: Readonly<Record<string, Values>>): PluginsConfig {
  return Object.fromEntries(
    parts.flatMap(({ plugin, part }) => {
      const defaults = Object.entries(part.config ?? {}).map(([key, field]) => [key, field.default])
      const values = { ...Object.fromEntries(defaults), ...published[plugin] }
      return Object.keys(values).length === 0 ? [] : [[plugin, values]]
    }),
  )
}

/** The part of a site's configuration that fits what the plugin declares. What does not is left out, and told. */
export function checkConfig({ plugin, part }: ListedPart, given: Values, tell: (problem: string) => void): Values {
  const { config: fields } = part
  if (!fields) return given
  return Object.fromEntries(
    Object.entries(given).filter(([key, value]) => {
      if (ALWAYS.includes(key)) return true
      const problem = Object.hasOwn(fields, key)
        ? misfit(fields[key], value)
        : `has no such key; it has ${list(fields)}`
      if (problem !== null) tell(`plugins_config: ${plugin}.${key} ${problem}`)
      return problem === null
    }),
  )
}

const list = (fields: Values) => Object.keys(fields).join(', ')

/** The rest of a sentence that begins with the key; `null` for a value that fits. */
function misfit(field: ConfigField | undefined, value: unknown): string | null {
  if (!field) return null
  if (typeof value !== typeof field.default) return `is a ${typeof value}, expected a ${typeof field.default}`
  if ('values' in field && field.values && !field.values.includes(String(value)))
    return `is "${value}", expected one of ${field.values.join(', ')}`
  if (typeof value === 'number' && typeof field.default === 'number') {
    const { min = -Infinity, max = Infinity } = field as { readonly min?: number; readonly max?: number }
    if (!(value >= min && value <= max)) return `is ${value}, expected a number from ${min} to ${max}`
  }
  return null
}
