import { isDeepStrictEqual } from 'node:util'
import { deepFreeze } from '@platform/config'
import type { Docstore, Session } from '@platform/docstore'
import { parseInput } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { storedChange, withDefaults } from './changes.ts'
import { createSettingsHistory } from './history.ts'
import { defaultSettings, type Settings, type StoredValues, settingsInput } from './model.ts'
import { withKeptLists } from './word-filters.ts'

interface StoredSettings {
  _id: string
  id: '1'
  values: StoredValues
  installed: boolean
  claimed_until?: Date | null
  created_at: Date
  updated_at: Date
}

/** How long the set-up of a site may take, in milliseconds. */
const CLAIM = 60_000

/** The site's settings: one document, read once and kept until any server changes it. */
export interface SettingsService {
  load(): Promise<Readonly<Settings>>
  /**
   * Changes the settings given and leaves the others; `null` brings a default back.
   *
   * @param by the id of the user who changes them; `null` for the command line and for plugins
   * @throws BadUserInputError that names every bad value; then no setting is changed.
   */
  update(values: Record<string, unknown>, by?: string | null): Promise<Readonly<Settings>>
  isInstalled(): Promise<boolean>
  /** Reserves the set-up for one request: `true` for the first one, `false` for every other within a minute. */
  claim(): Promise<boolean>
  /** Ends the reservation, because the set-up failed. */
  unclaim(): Promise<void>
  /** Marks the site as set up. */
  install(): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly clock: Clock
  /** Called when a setting has another value than before. */
  readonly onChanged?: () => Promise<void>
}

export function createSettings({ docstore, revisions, clock, onChanged }: Dependencies): SettingsService {
  const collection = docstore.collection<StoredSettings>('settings')
  const history = createSettingsHistory({ docstore, clock })
  let cached: { revision: number; settings: Promise<Readonly<Settings>> } | undefined

  async function read(options: { session?: Session } = {}): Promise<Readonly<Settings>> {
    const stored = await collection.findOne({ _id: '1' }, options)
    // All callers share this object, plugins too: if one of them could change it, it would change for all.
    return deepFreeze(withDefaults(defaultSettings, stored?.values ?? {}))
  }

  function load(): Promise<Readonly<Settings>> {
    const revision = revisions.of('settings')
    if (cached?.revision !== revision) {
      cached = { revision, settings: withKeptLists(read(), cached?.settings) }
      cached.settings.catch(() => {
        cached = undefined
      })
    }
    return cached.settings
  }

  return {
    load,
    async update(values, by = null) {
      const { $set, $unset } = storedChange(parseInput(settingsInput, values))
      const now = clock.now()
      // The history is stored with the change, so that it has every change, and each one once.
      const changed = await docstore.transaction(async session => {
        const before = await read({ session })
        await collection.updateOne(
          { _id: '1' },
          {
            $set: { ...$set, updated_at: now },
            $setOnInsert: { id: '1', installed: false, created_at: now },
            ...(Object.keys($unset).length > 0 ? { $unset } : {}),
          },
          { upsert: true, session },
        )
        const after = await read({ session })
        await history.record({ by, before, after }, session)
        return !isDeepStrictEqual(after, before)
      })
      revisions.bump('settings')
      const after = await load()
      if (changed) await onChanged?.()
      return after
    },
    async isInstalled() {
      return (await collection.findOne({ _id: '1', installed: true })) !== null
    },
    async claim() {
      const now = clock.now()
      await collection.updateOne(
        { _id: '1' },
        { $setOnInsert: { id: '1', installed: false, created_at: now, updated_at: now } },
        { upsert: true },
      )
      const free = { _id: '1', installed: false, $or: [{ claimed_until: null }, { claimed_until: { $lte: now } }] }
      const { modifiedCount } = await collection.updateOne(free, {
        $set: { claimed_until: new Date(now.getTime() + CLAIM) },
      })
      return modifiedCount === 1
    },
    async unclaim() {
      await collection.updateOne({ _id: '1' }, { $set: { claimed_until: null } })
    },
    async install() {
      await collection.updateOne(
        { _id: '1' },
        { $set: { installed: true, claimed_until: null, updated_at: clock.now() } },
      )
    },
  }
}
