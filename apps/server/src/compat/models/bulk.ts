import type { Filter, PipelineStage, Update } from '@platform/docstore'
import type { StoredRecord } from '@platform/plugin-sdk'
import { SEARCH } from '../../paging/long-reads.ts'
import { checkWrite } from './check-write.ts'
import { assertShown, pipelineWithout } from './hidden.ts'
import { operatorsFor } from './operators.ts'
import type { ModelDefinition, Opened } from './single-writes.ts'

/** How many records one step of an update changes at most. */
const BATCH = 100

/** The methods of a model that read or change many records together. */
export function bulkMethods<T extends StoredRecord>(definition: ModelDefinition<T>, open: () => Opened<T>) {
  const { collection: name, hidden = [], touches } = definition
  return {
    async distinct(path: string, filter: Filter<T> = {}): Promise<unknown[]> {
      assertShown(path, { name, hidden })
      return open().collection.distinct(path, filter, SEARCH)
    },
    aggregate: (pipeline: readonly PipelineStage[]): Promise<Record<string, unknown>[]> =>
      open().collection.aggregate(pipelineWithout(pipeline, { name, hidden }), SEARCH).toArray(),
    updateMany: (filter: Filter<T>, update: Update<T>) => updateMany(definition, open(), { filter, update }),
    async deleteOne(filter: Filter<T>) {
      const { services, collection } = open()
      const found = await collection.findOneAndDelete(filter)
      if (found) services.revisions.bump(...touches(found))
      return { deletedCount: found ? 1 : 0 }
    },
  }
}

/** Changes all records that match, in batches by the order of their ids. An update that breaks the model is refused. */
async function updateMany<T extends StoredRecord>(
  { schema, defaults, touches }: ModelDefinition<T>,
  { services, collection }: Opened<T>,
  { filter, update }: { readonly filter: Filter<T>; readonly update: Update<T> },
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const now = services.clock.now()
  const operators = operatorsFor({ filter, update, upsert: false, now, defaults: defaults(now) })
  checkWrite(schema, { filter, operators, upsert: false })
  const changed = { matchedCount: 0, modifiedCount: 0 }
  let after = ''
  for (;;) {
    const matching = { $and: [filter, { id: { $gt: after } }] } as Filter<T>
    const batch = await collection.find(matching, { ...SEARCH, sort: { id: 1 }, limit: BATCH }).toArray()
    const last = batch.at(-1)
    if (!last) return changed
    // A record may have changed meanwhile, and `$` in a path is the element of a list that the filter found.
    const still = { $and: [filter, { id: { $in: batch.map(({ id }) => id) } }] } as Filter<T>
    const { matchedCount, modifiedCount } = await collection.updateMany(still, operators as Update<T>)
    changed.matchedCount += matchedCount
    changed.modifiedCount += modifiedCount
    services.revisions.bump(...new Set(batch.flatMap(record => [...touches(record)])))
    after = last.id
  }
}
