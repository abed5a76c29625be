import type { Settings, StoredValues } from './model.ts'

/** An update of the stored settings: the paths below `values` to set and to remove. */
export interface StoredChange {
  readonly $set: Record<string, unknown>
  readonly $unset: Record<string, ''>
}

/** Settings that are objects: each field of theirs is changed and stored by itself. */
const GROUPS = ['wordlist', 'domains', 'metadata'] as const satisfies readonly (keyof Settings)[]

/** Turns a checked change into paths. `null` removes the stored value, so that the default applies again. */
export function storedChange(values: Readonly<Record<string, unknown>>): StoredChange {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    isGroup(name) && value !== null && value !== undefined
      ? Object.entries(value).map(([field, own]) => [`values.${name}.${field}`, own] as const)
      : [[`values.${name}`, value] as const],
  )
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)),
    $unset: Object.fromEntries(entries.filter(([, value]) => value === null).map(([path]) => [path, ''])),
  }
}

/** The settings as they apply: stored values replace the defaults, in groups field by field. */
export function withDefaults(defaults: Settings, stored: StoredValues): Settings {
  return {
    ...defaults,
    ...stored,
    wordlist: { ...defaults.wordlist, ...stored.wordlist },
    domains: { ...defaults.domains, ...stored.domains },
    metadata: { ...defaults.metadata, ...stored.metadata },
  }
}

function isGroup(name: string): boolean {
  return GROUPS.some(group => group === name)
}
