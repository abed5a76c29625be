import type { Collection, Document } from 'mongodb'
import type { FirstOfEachQuery } from '../contract/docstore.ts'
import { driverSession } from './session.ts'

/** The name of a temporary field: the document's position in its group. */
const PLACE = '_place_in_group'

/** Reads the first documents of each group, which the server numbers in one window. */
export async function firstOfEachGroup(collection: Collection, query: FirstOfEachQuery<object>): Promise<Document[]> {
  const { filter, by, sort, limit, projection, session } = query
  if (limit < 1) return []
  const pipeline: Document[] = [
    { $match: filter },
    { $setWindowFields: { partitionBy: `$${by}`, sortBy: sort, output: { [PLACE]: { $documentNumber: {} } } } },
    { $match: { [PLACE]: { $lte: limit } } },
    { $sort: { [by]: 1, [PLACE]: 1 } },
    { $unset: PLACE },
  ]
  if (projection && Object.keys(projection).length > 0) pipeline.push({ $project: projection })
  return collection.aggregate(pipeline, driverSession(session)).toArray()
}
