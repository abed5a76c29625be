import type { Iterator as MingoIterator } from 'mingo/lazy'
import type { PipelineStage, Sort } from '../contract/filter.ts'
import { DocstoreError } from '../errors.ts'
import { documentOrder } from './compare.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { lookupOf } from './lookup.ts'
import { mingo } from './mingo.ts'
import type { Query } from './plan.ts'
import { documentsOf } from './read.ts'
import type { CollectionSchema } from './schema.ts'

/** What a pipeline reads from. */
export interface PipelineSource {
  readonly connection: Connection
  readonly schema: CollectionSchema
  readonly schemaOf: (collection: string) => CollectionSchema
}

/** Stages that a find can do, in the order in which it does them. */
const FIND_STAGES = ['$match', '$sort', '$skip', '$limit']

/** Runs a pipeline: the stages at its head as a find, with the indexes; the rest in memory. */
export function aggregate(source: PipelineSource, pipeline: readonly PipelineStage[]): Doc[] {
  const { query, rest } = headOf(pipeline)
  const documents = documentsOf(source.connection, source.schema, query)
  return rest.length === 0 ? documents : runStages(source, documents, rest)
}

/** Runs stages in memory. */
export function runStages(
  source: PipelineSource,
  documents: Doc[],
  stages: readonly PipelineStage[],
  variables: Doc = {},
): Doc[] {
  for (const name of stages.flatMap(stage => Object.keys(stage))) {
    if (name === '$out' || name === '$merge')
      throw new DocstoreError('DOCSTORE_FILTER_INVALID', `${name} is not available in the embedded store`)
  }
  const { Aggregator, Context, contextOf, options } = mingo()
  const own = contextOf({ pipeline: { $sort: sortStage, $lookup: lookupOf(source) } })
  const collectionResolver = (name: string): Doc[] =>
    documentsOf(source.connection, source.schemaOf(name), { filter: {} })
  const context = Context.from(own, options.context)
  return new Aggregator(stages as Doc[], { ...options, context, collectionResolver, variables }).run<Doc>(documents)
}

function headOf(pipeline: readonly PipelineStage[]): { query: Query; rest: readonly PipelineStage[] } {
  let filter: object = {}
  const head: Record<string, unknown> = {}
  let reached = 0
  let used = 0
  for (const stage of pipeline) {
    const [name, operand] = Object.entries(stage)[0] ?? ['', undefined]
    const position = FIND_STAGES.indexOf(name, name === '$match' ? reached : reached === 0 ? 1 : reached)
    if (position < 0 || (name === '$match' && reached > 0)) break
    if (name === '$match') filter = Object.keys(filter).length === 0 ? (operand as object) : { $and: [filter, operand] }
    else head[name] = operand
    reached = name === '$match' ? 0 : position + 1
    used += 1
  }
  const { $sort, $skip, $limit } = head as { $sort?: Sort; $skip?: number; $limit?: number }
  return { query: { filter, sort: $sort, skip: $skip, limit: $limit }, rest: pipeline.slice(used) }
}

/** Sorts in MongoDB's order. */
function sortStage(documents: MingoIterator, sort: unknown): MingoIterator {
  return documents.transform<Doc>(all => mingo().Lazy(all.sort(documentOrder(sort as Sort))))
}
