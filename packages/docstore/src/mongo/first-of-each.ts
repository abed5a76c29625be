import type { Collection, Document } from 'mongodb'
import type { FirstOfEachQuery } from '../contract/docstore.ts'
import { driverSession } from './session.ts'

/** The names of temporary fields: the value of a group, a document of it, and the position of a document there. */
const GROUP = '_group'
const FOUND = '_found'
const PLACE = '_place_in_group'

/** Reads the first documents of each group, in one command, in the order of the groups' values. */
export async function firstOfEachGroup(collection: Collection, query: FirstOfEachQuery<object>): Promise<Document[]> {
  if (query.limit < 1) return []
  const groups = groupsOf(query)
  const pipeline = groups ? walksOf(collection.collectionName, query, groups) : windowOf(query)
  const { projection, session, maxTimeMS } = query
  if (projection && Object.keys(projection).length > 0) pipeline.push({ $project: projection })
  const deadline = maxTimeMS === undefined ? {} : { maxTimeMS }
  return collection.aggregate(pipeline, { ...driverSession(session), ...deadline }).toArray()
}

/** The groups that the filter names by texts, in their order; `undefined` for any other filter. */
function groupsOf({ filter, by }: FirstOfEachQuery<object>): string[] | undefined {
  const condition = (filter as Document)[by]
  const [operator, ...more] = typeof condition === 'object' && condition !== null ? Object.keys(condition) : []
  const values = operator === '$in' && more.length === 0 ? condition.$in : [condition]
  if (!Array.isArray(values) || !values.every(value => typeof value === 'string')) return undefined
  return [...new Set(values)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/**
 * Reads each group by itself, in the order of an index, so that the size of a group does not matter. The groups are
 * joined with their documents; a join begins with documents of a collection, so the list takes the place of any one.
 */
function walksOf(from: string, query: FirstOfEachQuery<object>, groups: readonly string[]): Document[] {
  const { filter, by, sort, limit } = query
  const { [by]: _groups, ...rest } = filter as Document
  return [
    { $match: filter },
    { $limit: 1 },
    { $project: { _id: 0, [GROUP]: { $literal: groups } } },
    { $unwind: `$${GROUP}` },
    {
      $lookup: {
        from,
        localField: GROUP,
        foreignField: by,
        pipeline: [{ $match: rest }, { $sort: sort }, { $limit: limit }],
        as: FOUND,
      },
    },
    { $unwind: `$${FOUND}` },
    { $replaceRoot: { newRoot: `$${FOUND}` } },
  ]
}

/** Numbers all matching documents in one window, for filters that don't name the groups. */
function windowOf({ filter, by, sort, limit }: FirstOfEachQuery<object>): Document[] {
  return [
    { $match: filter },
    { $setWindowFields: { partitionBy: `$${by}`, sortBy: sort, output: { [PLACE]: { $documentNumber: {} } } } },
    { $match: { [PLACE]: { $lte: limit } } },
    { $sort: { [by]: 1, [PLACE]: 1 } },
    { $unset: PLACE },
  ]
}
