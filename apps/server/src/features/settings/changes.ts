import type { Settings } from './model.ts'

/** What a store does with a change of settings: paths below `values` to set and to forget. */
export interface StoredChange {
  readonly $set: Record<string, unknown>
  readonly $unset: Record<string, ''>
}

/** Groups whose members change one by one. */
const GROUPS = ['wordlist', 'domains', 'metadata'] as const satisfies readonly (keyof Settings)[]

/** Turns a checked change into paths. `null` forgets what is stored, so that the default holds again. */
export function storedChange(values: Readonly<Record<string, unknown>>): StoredChange {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    isGroup(name) && value !== null && value !== undefined
      ? Object.entries(value).map(([member, own]) => [`values.${name}.${member}`, own] as const)
      : [[`values.${name}`, value] as const],
  )
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)),
    $unset: Object.fromEntries(entries.filter(([, value]) => value === null).map(([path]) => [path, ''])),
  }
}

/** Stored values over the defaults, group by group. */
export function withDefaults(defaults: Settings, stored: Readonly<Record<string, unknown>>): Settings {
  const groups = GROUPS.map(name => [name, { ...defaults[name], ...(stored[name] as object | undefined) }])
  return { ...defaults, ...stored, ...Object.fromEntries(groups) } as Settings
}

function isGroup(name: string): boolean {
  return (GROUPS as readonly string[]).includes(name)
}
