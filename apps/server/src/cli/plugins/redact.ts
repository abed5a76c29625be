import { isSecretPath } from '@platform/plugin-host'

const HIDDEN = '(secret)'

/** A value of a configuration as it may be shown: without what the manifest calls secret, or what is called like one. */
export function redact(path: string, value: unknown, secrets: readonly string[]): unknown {
  if (value === undefined || value === null) return value
  if (isSecretPath(path, secrets)) return HIDDEN
  if (Array.isArray(value)) return value.map(item => redact(path, item, secrets))
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, redact(`${path}.${key}`, inner, secrets)]),
    )
  return value
}
