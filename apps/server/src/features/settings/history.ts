import { isDeepStrictEqual } from 'node:util'
import { type CollectionIndexes, type Docstore, type Session, timedUUID } from '@platform/docstore'
import { isSecretPath } from '@platform/plugin-host'
import { type Connection, NotFoundError } from '@platform/plugin-sdk'
import { refusedFields } from '../../input/invalid-input.ts'
import { type PageRequest, readPage } from '../../paging/page.ts'
import type { Clock } from '../../runtime/clock.ts'
import { defaultSettings, type Settings } from './model.ts'

/** The change of one setting. Of a list of texts only the differences are stored, because word lists are long. */
export type ChangedSetting =
  | { readonly name: string; readonly before: unknown; readonly after: unknown }
  | { readonly name: string; readonly added: readonly string[]; readonly removed: readonly string[] }
  /** A setting with a secret; its values are not stored. */
  | { readonly name: string; readonly hidden: true }

/** One change of the settings of the site. */
export interface SettingsChange {
  readonly _id?: string
  readonly id: string
  /** Who made it; `null` for the command line and for plugins, and after that account was deleted. */
  readonly assigned_by: string | null
  readonly changes: readonly ChangedSetting[]
  readonly created_at: Date
}

export const settingsChangeIndexes: CollectionIndexes = {
  collection: 'settings_changes',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'newest', keys: { created_at: 1, id: 1 } },
    { name: 'changed', keys: { assigned_by: 1 } },
  ],
}

/** Who changed which setting of the site, and when. */
export interface SettingsHistory {
  /** Stores the differences of two states of the settings, in the transaction that stores the second one. */
  record(
    change: { readonly by: string | null; readonly before: Settings; readonly after: Settings },
    session: Session,
  ): Promise<void>
  page(page: PageRequest): Promise<Connection<SettingsChange>>
  /**
   * The input that takes a change back: each of its settings gets the value from before it. A list loses what the
   * change added, and gets what it removed, so that later changes of the list stay.
   *
   * @throws NotFoundError; BadUserInputError for a setting whose values are hidden
   */
  inputToRestore(id: string, now: Settings): Promise<Record<string, unknown>>
}

export function createSettingsHistory({ docstore, clock }: { docstore: Docstore; clock: Clock }): SettingsHistory {
  const history = docstore.collection<SettingsChange>(settingsChangeIndexes.collection)
  return {
    async record({ by, before, after }, session) {
      const changes = differences(before, after)
      if (changes.length > 0)
        await history.insertOne({ id: timedUUID(), assigned_by: by, changes, created_at: clock.now() }, { session })
    },
    page: request => readPage(history, { ...request, filter: {}, keys: ['created_at', 'id'] }),
    async inputToRestore(id, now) {
      const found = await history.findOne({ id })
      if (!found) throw new NotFoundError('The change')
      const hidden = found.changes.filter(change => 'hidden' in change)
      if (hidden.length > 0)
        throw refusedFields(
          hidden.map(({ name: field }) => ({ field, message: 'its values are secret, so none is kept' })),
        )
      return nested(found.changes.map(change => [change.name, valueBefore(change, now)]))
    },
  }
}

/** Settings that are objects: each field of theirs changes by itself. */
const GROUPS = ['wordlist', 'domains', 'metadata'] as const

/** The settings by the names under which they change, such as `moderation` and `wordlist.banned`. */
function flat(settings: Settings): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([name, value]) =>
      GROUPS.some(group => group === name)
        ? Object.entries(value as object).map(([field, own]): [string, unknown] => [`${name}.${field}`, own])
        : [[name, value] as [string, unknown]],
    ),
  )
}

function differences(before: Settings, after: Settings): ChangedSetting[] {
  const [old, fresh] = [flat(before), flat(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name): ChangedSetting[] => {
    const [was, is] = [old.get(name) ?? null, fresh.get(name) ?? null]
    if (isDeepStrictEqual(was, is)) return []
    if (hasSecret(name, was) || hasSecret(name, is)) return [{ name, hidden: true }]
    if (!isTexts(was) || !isTexts(is)) return [{ name, before: was, after: is }]
    const [wasIn, isIn] = [new Set(was), new Set(is)]
    return [{ name, added: is.filter(text => !wasIn.has(text)), removed: was.filter(text => !isIn.has(text)) }]
  })
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

/** Whether a value has a name like those of secrets anywhere; plugins keep values of their own in `metadata`. */
function hasSecret(path: string, value: unknown): boolean {
  if (isSecretPath(path, [])) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => hasSecret(`${path}.${name}`, inner))
}

/** The value to set, so that a setting is as before its change; `null` for the default. */
function valueBefore(change: ChangedSetting, now: Settings): unknown {
  if ('added' in change) {
    const added = new Set(change.added)
    const current = flat(now).get(change.name)
    return [...new Set([...(isTexts(current) ? current : []).filter(text => !added.has(text)), ...change.removed])]
  }
  if ('hidden' in change) return null
  return isDeepStrictEqual(change.before, flat(defaultSettings).get(change.name)) ? null : change.before
}

/** An input with groups: `wordlist.banned` becomes `{ wordlist: { banned } }`. */
function nested(values: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const group = GROUPS.find(one => name.startsWith(`${one}.`))
    if (group === undefined) input[name] = value
    else input[group] = { ...(input[group] as object | undefined), [name.slice(group.length + 1)]: value }
  }
  return input
}
