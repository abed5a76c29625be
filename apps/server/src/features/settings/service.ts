import type { Docstore } from '@platform/docstore'
import type { Clock } from '../../boot/clock.ts'
import type { Revisions } from '../../graphql/revisions.ts'
import { invalidInput } from '../../invalid-input.ts'
import { storedChange, withDefaults } from './changes.ts'
import { defaultSettings, settingsInput, type Settings } from './model.ts'

interface StoredSettings { _id: string; id: '1'; values: Record<string, unknown>; installed: boolean; created_at: Date; updated_at: Date }

/** The site's settings: one document, read once and kept until it changes on any instance. */
export interface SettingsService {
  load(): Promise<Readonly<Settings>>
  /**
   * Changes the settings given and leaves the others; `null` brings a default back.
   *
   * @throws BadUserInputError naming every bad one; then nothing is changed.
   */
  update(values: Record<string, unknown>): Promise<Readonly<Settings>>
  isInstalled(): Promise<boolean>
  /** Marks the site as set up, once: `true` for the one caller who did it. */
  install(): Promise<boolean>
  /** Takes that back, when the rest of the set-up failed. */
  uninstall(): Promise<void>
}

export function createSettings({ docstore, revisions, clock }: { docstore: Docstore; revisions: Revisions; clock: Clock }): SettingsService {
  const collection = docstore.collection<StoredSettings>('settings')
  let cached: { revision: number; settings: Promise<Readonly<Settings>> } | undefined

  async function read(): Promise<Readonly<Settings>> {
    const stored = await collection.findOne({ _id: '1' })
    return Object.freeze(withDefaults(defaultSettings, stored?.values ?? {}))
  }

  return {
    load() {
      const revision = revisions.of('settings')
      if (cached?.revision !== revision) {
        cached = { revision, settings: read() }
        cached.settings.catch(() => { cached = undefined })
      }
      return cached.settings
    },
    async update(values) {
      const parsed = settingsInput.safeParse(values)
      if (!parsed.success) throw invalidInput(parsed.error)
      const { $set, $unset } = storedChange(parsed.data)
      const now = clock.now()
      await collection.updateOne({ _id: '1' }, {
        $set: { ...$set, updated_at: now }, $setOnInsert: { id: '1', installed: false, created_at: now },
        ...(Object.keys($unset).length > 0 ? { $unset } : {}),
      }, { upsert: true })
      revisions.bump('settings')
      return this.load()
    },
    async isInstalled() {
      return (await collection.findOne({ _id: '1', installed: true })) !== null
    },
    async install() {
      const now = clock.now()
      await collection.updateOne({ _id: '1' }, { $setOnInsert: { id: '1', installed: false, created_at: now, updated_at: now } }, { upsert: true })
      const { modifiedCount } = await collection.updateOne({ _id: '1', installed: false }, { $set: { installed: true, updated_at: now } })
      return modifiedCount === 1
    },
    async uninstall() {
      await collection.updateOne({ _id: '1' }, { $set: { installed: false } })
    },
  }
}
