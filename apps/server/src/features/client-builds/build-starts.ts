import { type CollectionIndexes, type Docstore, isDuplicateKeyError } from '@platform/docstore'
import type { ClientBuild } from './client-build.ts'

/** The last start of a build. A build has some megabytes, so it is not written again for that. */
interface BuildStart {
  /** The build's id. */
  readonly id: string
  readonly started_at: Date
}

export const buildStartIndexes: CollectionIndexes = {
  collection: 'client_build_starts',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/** When the stored builds were last started. */
export interface BuildStarts {
  note(id: string, started_at: Date): Promise<void>
  /** The ids of all stored builds, the one that was started last first. */
  ids(): Promise<readonly string[]>
  remove(ids: readonly string[]): Promise<void>
}

export function createBuildStarts(docstore: Docstore): BuildStarts {
  const builds = docstore.collection<ClientBuild>('client_builds')
  const starts = docstore.collection<BuildStart>('client_build_starts')

  async function note(id: string, started_at: Date): Promise<void> {
    await starts.updateOne({ id }, { $set: { started_at } }, { upsert: true }).catch(ignoreDuplicate)
  }

  /** Builds have no start when a server of an earlier version stored them, or one that ended before it was noted. */
  async function noteMissing(): Promise<void> {
    if ((await builds.countDocuments({})) <= (await starts.countDocuments({}))) return
    const noted = await starts.find({}, { projection: { id: 1 } }).toArray()
    const isMissing = { id: { $nin: noted.map(({ id }) => id) } }
    const missing = await builds.find(isMissing, { projection: { id: 1, started_at: 1 } }).toArray()
    for (const { id, started_at } of missing) await note(id, started_at)
  }

  return {
    note,
    async ids() {
      await noteMissing()
      const sorted = await starts.find({}, { sort: { started_at: -1 }, projection: { id: 1 } }).toArray()
      return sorted.map(({ id }) => id)
    },
    async remove(ids) {
      await starts.deleteMany({ id: { $in: [...ids] } })
    },
  }
}

/** Another server with the same build may have stored something of it at the same time. */
export function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKeyError(error)) throw error
}
