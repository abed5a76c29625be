import { type ParseError, parse } from 'jsonc-parser'
import type { ConfigEntry, MeantEntry } from './config.ts'
import type { EnvironmentSources } from './sources.ts'
import { resolveSources } from './sources.ts'
import type { VariableName } from './variables/index.ts'
import { variableNamed, variableNames } from './variables/index.ts'

/** Hides all up to the last @, because a password may contain one, and the query, which may contain passwords too. */
function withoutCredentials(url: string): string {
  return url.replace(/^([a-z+]+:\/\/)?.*@/is, '$1***@').replace(/\?.*$/s, '?***')
}

/** Hides all settings of plugins, because only a plugin's own schema says which of them are secret. */
function withoutSettings(text: string): string {
  const errors: ParseError[] = []
  const list: unknown = parse(text, errors, { allowTrailingComma: true })
  const settings: unknown = isMap(list) ? list['settings'] : {}
  if (errors.length > 0 || !isMap(list) || !isMap(settings ?? {})) return "(set, hidden: it can't be read)"
  const shown = Object.fromEntries(
    Object.entries(settings ?? {}).map(([name, own]) => [
      name,
      isMap(own) ? { ...own, ...(own['config'] === undefined ? {} : { config: '(hidden)' }) } : '(hidden)',
    ]),
  )
  return JSON.stringify({ ...list, ...(settings === undefined ? {} : { settings: shown }) })
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(name: VariableName, text: string | undefined): string {
  if (text === undefined) return '(not set)'
  if (variableNamed(name).hides === 'secret') return '(set, hidden)'
  if (variableNamed(name).hides === 'settings') return withoutSettings(text)
  // Addresses that should have no credentials are redacted too, because an operator may have put some there.
  const isUrl = variableNamed(name).hides === 'credentials' || /^[a-z+]+:\/\//i.test(text)
  return isUrl ? withoutCredentials(text) : text
}

/**
 * Lists every variable with its value and the source of the value. Secrets are hidden. It also works on an environment
 * that `loadConfig` refuses, so that an operator can see the wrong values.
 *
 * @example
 * console.table(describeConfig({ env: process.env, cwd: process.cwd() }))
 */
export function describeConfig(sources: EnvironmentSources): readonly ConfigEntry[] {
  return describeEach(sources, () => ({}))
}

/** The same, with the topic and the meaning of each variable. */
export function describeWithMeaning(sources: EnvironmentSources): readonly MeantEntry[] {
  return describeEach(sources, name => {
    const { topic, meaning } = variableNamed(name)
    return { topic, meaning }
  })
}

function describeEach<Facts extends object>(
  sources: EnvironmentSources,
  factsOf: (name: VariableName) => Facts,
): readonly (ConfigEntry & Facts)[] {
  const { texts } = resolveSources(sources)
  return variableNames.map(variable => {
    const { text, source = 'default' } = texts.get(variable) ?? {}
    return Object.freeze({ variable, value: shown(variable, text), source, ...factsOf(variable) })
  })
}
