import type { Collection, Filter, PipelineStage, Update } from '@platform/docstore'
import type { Services, StoredRecord } from '@platform/plugin-sdk'
import { assertShown, pipelineWithout } from './hidden.ts'

interface Given<T extends StoredRecord> {
  readonly name: string
  readonly hidden: readonly string[]
  open(): { services: Services; collection: Collection<T> }
  touches(record: T): readonly string[]
}

/** The methods of a model that read or change many records together. */
export function bulkMethods<T extends StoredRecord>({ name, hidden, open, touches }: Given<T>) {
  return {
    async distinct(path: string, filter: Filter<T> = {}): Promise<unknown[]> {
      assertShown(path, { name, hidden })
      return open().collection.distinct(path, filter)
    },
    aggregate: (pipeline: readonly PipelineStage[]): Promise<Record<string, unknown>[]> =>
      open().collection.aggregate(pipelineWithout(pipeline, { name, hidden })).toArray(),
    async updateMany(filter: Filter<T>, update: Update<T>) {
      const { services, collection } = open()
      const operators = (Object.keys(update).some(key => key.startsWith('$')) ? update : { $set: update }) as {
        readonly $set?: object
      }
      const before = await collection.find(filter).toArray()
      const stamped = { ...operators, $set: { ...operators.$set, updated_at: services.clock.now() } }
      const ids = { id: { $in: before.map(({ id }) => id) } } as Filter<T>
      const { matchedCount, modifiedCount } = await collection.updateMany(ids, stamped as Update<T>)
      const moved = new Set(before.flatMap(record => [...touches(record)]))
      if (moved.size > 0) services.revisions.bump(...moved)
      return { matchedCount, modifiedCount }
    },
    async deleteOne(filter: Filter<T>) {
      const { services, collection } = open()
      const found = await collection.findOneAndDelete(filter)
      if (found) services.revisions.bump(...touches(found))
      return { deletedCount: found ? 1 : 0 }
    },
  }
}
