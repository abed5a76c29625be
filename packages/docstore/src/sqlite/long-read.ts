import type { PipelineStage, Projection } from '../contract/filter.ts'
import { aggregate } from './aggregate.ts'
import type { Connection } from './connection.ts'
import { distinctValues } from './distinct.ts'
import type { Doc } from './document.ts'
import { firstOfEachGroup, type GroupsQuery, groupsIn } from './first-of-each.ts'
import { isObject } from './operands.ts'
import { hasRepetition } from './patterns.ts'
import type { Query } from './plan.ts'
import { projectionOf } from './project.ts'
import { countOf, documentsOf, isPresent, ridsOf, streamDocuments } from './read.ts'
import type { CollectionSchema } from './schema.ts'

/** A read that may take long. */
export type LongRead = { readonly collection: string } & (
  | { readonly kind: 'find'; readonly query: Query; readonly projection: Projection | undefined }
  | { readonly kind: 'count'; readonly query: Query }
  | { readonly kind: 'first of each'; readonly query: GroupsQuery }
  | { readonly kind: 'distinct'; readonly path: string; readonly filter: object }
  | { readonly kind: 'rows'; readonly query: Query }
  | { readonly kind: 'aggregate'; readonly pipeline: readonly PipelineStage[] }
)

/** The place where a read is done. */
export interface Place {
  readonly connection: Connection
  readonly schemaOf: (collection: string) => CollectionSchema
}

export function resultOf({ connection, schemaOf }: Place, read: LongRead): unknown {
  const schema = schemaOf(read.collection)
  switch (read.kind) {
    case 'find':
      return findIn(connection, schema, read)
    case 'count':
      return countOf(connection, schema, read.query)
    case 'rows':
      return ridsOf(connection, schema, read.query)
    case 'first of each':
      return firstOfEachGroup(connection, schema, read.query)
    case 'distinct':
      return distinctValues(connection, schema, read)
    case 'aggregate':
      return aggregate({ connection, schema, schemaOf }, read.pipeline)
  }
}

/** Projects each document when it is read, where none is kept for the next read anyway, so that all have room. */
function findIn(
  connection: Connection,
  schema: CollectionSchema,
  { query, projection }: Extract<LongRead, { kind: 'find' }>,
): Doc[] {
  const project = projectionOf(projection, query.filter)
  if (connection.kept) return documentsOf(connection, schema, query).map(project)
  return Array.from(streamDocuments(connection, schema, query), project)
}

/**
 * How many rows a short read looks at, beside as many at most that it is asked for, and how many bytes its documents
 * have.
 */
export const MOST_ROWS = 1_000
export const MOST_BYTES = 1_000_000

/** The result of a read, in an array, if the read is short: most are. */
export function shortResult(place: Place, read: LongRead): readonly [unknown] | undefined {
  if ('query' in read) {
    const most = { rows: mostRows(read), bytes: MOST_BYTES }
    const counted = { ...read, query: { ...read.query, isCounted: true } } as CountedRead
    const result = place.connection.within(most, () => [resultOf(place, counted)] as const)
    if (result) return result
  }
  return isShort(place, read) ? [resultOf(place, read)] : undefined
}

type CountedRead = Extract<LongRead, { readonly query: unknown }>

function mostRows(read: CountedRead): number {
  if (read.kind === 'count') return MOST_ROWS
  const groups = read.kind === 'first of each' ? groupsIn(read.query) : 1
  return MOST_ROWS + Math.min(Math.abs(read.query.limit ?? 0) * groups, MOST_ROWS)
}

/** The most documents of a collection of which every read is short, and the most bytes of their texts together. */
const FEW = 300
const SMALL = MOST_BYTES / 2
/** The stages that look at each document once. */
const ONCE = new Set(['$match', '$group', '$sort', '$skip', '$limit', '$project', '$count'])

/** Whether a read is short all the same, because the collections have few documents, and all of them are small. */
function isShort(place: Place, read: LongRead): boolean {
  const others = read.kind === 'aggregate' ? othersOf(read.pipeline) : []
  return (
    others !== undefined && !hasRepetition(read) && [read.collection, ...others].every(name => isSmall(place, name))
  )
}

/** The other collections that a pipeline reads once; `undefined` when it looks at documents again and again. */
function othersOf(pipeline: readonly PipelineStage[]): string[] | undefined {
  const others: string[] = []
  for (const [name, operand] of pipeline.flatMap(stage => Object.entries(stage) as [string, unknown][])) {
    if (name === '$unionWith' && typeof operand === 'string') others.push(operand)
    else if (name === '$facet' && isObject(operand)) {
      const parts = Object.values(operand).map(stages => (Array.isArray(stages) ? othersOf(stages) : undefined))
      if (parts.some(part => part?.length !== 0)) return undefined
    } else if (!ONCE.has(name)) return undefined
  }
  return others
}

function isSmall({ connection, schemaOf }: Place, collection: string): boolean {
  const schema = schemaOf(collection)
  if (!isPresent(connection, schema)) return true
  // Rows are numbered from 1 on, so there are no more of them than the last number says.
  const [last] = connection.get(`SELECT max(rid) FROM ${schema.table}`) ?? []
  if (Number(last ?? 0) > FEW) return false
  const [size] = connection.get(`SELECT sum(octet_length(doc)) FROM ${schema.table}`) ?? []
  return Number(size ?? 0) <= SMALL
}
