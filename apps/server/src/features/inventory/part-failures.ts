import type { SlotFailure } from '@platform/client-sdk'
import { type CollectionIndexes, isDuplicateKeyError } from '@platform/docstore'
import type { Services } from '@platform/plugin-sdk'

/** Where the code of a client part failed. */
export type FailureSide = 'server' | 'browser'

/** How often one place of a client part failed, since the version of the plugin that failed there last. */
export interface PartFailure {
  readonly plugin: string
  readonly version: string | null
  /** A slot, or the key of the part whose function threw. */
  readonly slot: SlotFailure['slot']
  readonly side: FailureSide
  readonly count: number
  readonly last_at: Date
}

interface StoredFailure extends PartFailure {
  /** Plugin, slot and side. */
  readonly id: string
}

export const partFailureIndexes: CollectionIndexes = {
  collection: 'part_failures',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/** How long one place is not written again, so that a page that fails for every reader is no load. Milliseconds. */
const PAUSE = 60_000

/** Keeps which components of plugins fail, for administrators. */
export interface PartFailures {
  /** Notes a failure of a listed client part; one of another plugin is ignored. */
  note(failure: Pick<SlotFailure, 'plugin' | 'slot'>, side: FailureSide): void
  /** The failures of the versions that are listed now. */
  list(): Promise<readonly PartFailure[]>
}

export function createPartFailures({
  clock,
  docstore,
  log,
  streamBuild,
}: Pick<Services, 'clock' | 'docstore' | 'log' | 'streamBuild'>): PartFailures {
  const failures = docstore.collection<StoredFailure>('part_failures')
  /** Failures that are not written yet, and when the last ones were, by id. */
  const noted = new Map<string, { count: number; written: number }>()
  const versionOf = (plugin: string) => streamBuild.parts.find(part => part.plugin === plugin)?.version

  async function write(failure: Omit<StoredFailure, 'count' | 'last_at'>, count: number): Promise<void> {
    const { id, version } = failure
    const last_at = clock.now()
    // Another version of the plugin begins anew.
    const { matchedCount } = await failures.updateOne({ id, version }, { $inc: { count }, $set: { last_at } })
    if (matchedCount > 0) return
    await failures.deleteOne({ id, version: { $ne: version } })
    await failures.insertOne({ ...failure, count, last_at }).catch((error: unknown) => {
      // Another server wrote the same at the same time, and its mark is as good.
      if (!isDuplicateKeyError(error)) throw error
    })
  }

  return {
    note({ plugin, slot }, side) {
      const version = versionOf(plugin)
      if (version === undefined) return
      const id = `${plugin}/${slot}/${side}`
      const entry = noted.get(id) ?? { count: 0, written: Number.NEGATIVE_INFINITY }
      noted.set(id, entry)
      entry.count += 1
      const now = clock.now().getTime()
      if (now - entry.written < PAUSE) return
      const { count } = entry
      entry.count = 0
      entry.written = now
      write({ id, plugin, version, slot, side }, count).catch((err: unknown) =>
        log.warn({ err, plugin, slot }, `the failure of ${plugin} can't be kept`),
      )
    },
    async list() {
      const stored = await failures.find({}, { sort: { last_at: -1 } }).toArray()
      return stored.filter(({ plugin, version }) => versionOf(plugin) === version)
    },
  }
}
