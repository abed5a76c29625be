import type { Iterator as MingoIterator } from 'mingo/lazy'
import type { Options } from 'mingo/types'
import type { PipelineStage } from '../contract/filter.ts'
import { DocstoreError } from '../errors.ts'
import { documentOrder } from './compare.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { groupsOf, isGroupedOneByOne } from './group.ts'
import { matcherOf } from './matcher.ts'
import { mingo } from './mingo.ts'
import { invalidFilter, isObject, operandOf } from './operands.ts'
import { MISSING, valuesAt } from './path.ts'
import { firstOf } from './plan.ts'
import { requireSkip, requireSort, requireStageLimit } from './query-options.ts'
import { documentsOf } from './read.ts'
import type { CollectionSchema } from './schema.ts'

/** The source of a pipeline. */
export interface PipelineSource {
  readonly connection: Connection
  readonly schema: CollectionSchema
  readonly schemaOf: (collection: string) => CollectionSchema
}

/** Runs the stages of a pipeline in memory. */
export function runStages(
  source: PipelineSource,
  documents: Iterable<Doc>,
  stages: readonly PipelineStage[],
  variables: Doc = {},
): Doc[] {
  for (const name of stages.flatMap(stage => Object.keys(stage))) {
    if (name === '$out' || name === '$merge')
      throw new DocstoreError('DOCSTORE_FILTER_INVALID', `${name} is not available in the embedded store`)
  }
  const { Aggregator, Context, contextOf, options } = mingo()
  const own = contextOf({ pipeline: { ...OWN_STAGES, $lookup: lookupOf(source) } })
  const collectionResolver = (name: string): Doc[] =>
    documentsOf(source.connection, source.schemaOf(name), { filter: {} })
  const context = Context.from(own, options.context)
  const pipeline = operandOf(stages) as Doc[]
  noteLimits(pipeline)
  return new Aggregator(pipeline, { ...options, context, collectionResolver, variables }).run<Doc>(documents)
}

/** How many documents are needed of a `$sort`, by its operand. */
const limits = new WeakMap<object, number>()

function noteLimits(pipeline: readonly Doc[]): void {
  for (const [index, { $sort }] of pipeline.entries()) {
    const limit = pipeline[index + 1]?.['$limit']
    if (isObject($sort) && limit !== undefined) limits.set($sort, requireStageLimit(limit))
  }
}

/**
 * Makes a stage from a function of its documents, which are read one by one. The operand is checked before any document
 * is read.
 */
const stage =
  (make: (operand: unknown, options: Options) => (documents: Iterable<Doc>) => Iterable<Doc>) =>
  (documents: MingoIterator, operand: unknown, options: Options): MingoIterator =>
    mingo().Lazy(make(operand, options)(each(documents)))

function* each(documents: MingoIterator): Generator<Doc> {
  for (let one = documents.next(); !one.done; one = documents.next()) yield one.value as Doc
}

/** @throws DocstoreError `DOCSTORE_FILTER_INVALID` for a text that `$count` can't name a field by */
export function requireCountField(name: unknown): string {
  if (typeof name === 'string' && /^[^$.][^.]*$/.test(name)) return name
  throw invalidFilter('$count needs the name of a field')
}

/** Stages that the library carries out in another way than MongoDB. */
const OWN_STAGES = {
  $match: stage((filter, options) => {
    const matches = matcherOf(filter as object, options)
    return function* (documents) {
      for (const document of documents) if (matches(document)) yield document
    }
  }),
  $sort: stage(sort => {
    const order = documentOrder(requireSort(sort))
    const limit = limits.get(sort as object) ?? Number.POSITIVE_INFINITY
    return function* (documents) {
      yield* firstOf(documents, order, limit)
    }
  }),
  $group: (documents: MingoIterator, operand: unknown, options: Options): MingoIterator =>
    isGroupedOneByOne(operand) ? groupOneByOne(documents, operand, options) : groupAll(documents, operand, options),
  $skip: stage(skip => {
    const count = requireSkip(skip)
    return function* (documents) {
      let left = count
      for (const document of documents) if (left-- <= 0) yield document
    }
  }),
  $limit: stage(limit => {
    const count = requireStageLimit(limit)
    return function* (documents) {
      let left = count
      for (const document of documents) {
        yield document
        if (--left <= 0) return
      }
    }
  }),
  $count: stage(operand => {
    const name = requireCountField(operand)
    return function* (documents) {
      let count = 0
      for (const _ of documents) count += 1
      if (count > 0) yield { [name]: count }
    }
  }),
}

const groupOneByOne = stage((operand, options) => {
  const groups = groupsOf(operand, options)
  return function* (documents) {
    for (const document of documents) groups.add(document)
    yield* groups.results()
  }
})

/** For MongoDB a missing value is the same group as `null`. */
function groupAll(documents: MingoIterator, operand: unknown, options: Options): MingoIterator {
  const spec =
    isObject(operand) && Object.hasOwn(operand, '_id')
      ? { ...operand, _id: { $ifNull: [operand['_id'], null] } }
      : operand
  return mingo().pipeline.$group(documents, spec as never, options)
}

interface Lookup {
  readonly from: string
  readonly as: string
  readonly localField?: string
  readonly foreignField?: string
  readonly let?: Doc
  readonly pipeline?: readonly PipelineStage[]
}

/** The stage `$lookup`. It reads the other collection once, by index, for all documents together. */
function lookupOf(source: PipelineSource) {
  return (documents: MingoIterator, stage: unknown): MingoIterator => {
    const lookup = stage as Lookup
    return documents.transform<Doc>(all => mingo().Lazy(join(source, all, lookup)))
  }
}

function join(source: PipelineSource, documents: readonly Doc[], lookup: Lookup): Doc[] {
  const foreign = { ...source, schema: source.schemaOf(lookup.from) }
  const locals = documents.map(document => localValues(document, lookup.localField))
  const filter = lookup.foreignField ? { [lookup.foreignField]: { $in: locals.flat() } } : {}
  const candidates = documentsOf(foreign.connection, foreign.schema, { filter })
  return documents.map((document, index) => {
    const matches = lookup.foreignField ? matcherOf({ [lookup.foreignField]: { $in: locals[index] } }) : () => true
    const joined = candidates.filter(matches)
    return { ...document, [lookup.as]: lookup.pipeline ? pipe(foreign, joined, { lookup, document }) : joined }
  })
}

function pipe(foreign: PipelineSource, joined: Doc[], of: { lookup: Lookup; document: Doc }): Doc[] {
  const variables = of.lookup.let ? (mingo().evalExpr(of.document, of.lookup.let, mingo().options as never) as Doc) : {}
  return runStages(foreign, joined, of.lookup.pipeline ?? [], variables)
}

function localValues(document: Doc, path: string | undefined): unknown[] {
  if (path === undefined) return []
  return valuesAt(document, path.split('.')).map(value => (value === MISSING ? null : value))
}
