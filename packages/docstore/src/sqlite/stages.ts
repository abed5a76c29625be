import type { Iterator as MingoIterator } from 'mingo/lazy'
import type { Options } from 'mingo/types'
import type { PipelineStage } from '../contract/filter.ts'
import { DocstoreError } from '../errors.ts'
import { documentOrder } from './compare.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { matcherOf } from './matcher.ts'
import { mingo } from './mingo.ts'
import { invalidFilter, operandOf } from './operands.ts'
import { MISSING, valuesAt } from './path.ts'
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
  documents: Doc[],
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
  return new Aggregator(operandOf(stages) as Doc[], { ...options, context, collectionResolver, variables }).run<Doc>(
    documents,
  )
}

/** Makes a stage from a function of all its documents, whose operand is checked before any document is read. */
const stage =
  (make: (operand: unknown, options: Options) => (all: Doc[]) => Doc[]) =>
  (documents: MingoIterator, operand: unknown, options: Options): MingoIterator => {
    const change = make(operand, options)
    return documents.transform<Doc>(all => mingo().Lazy(change(all)))
  }

/** Stages that the library carries out in another way than MongoDB. */
const OWN_STAGES = {
  $match: stage((filter, options) => {
    const matches = matcherOf(filter as object, options)
    return all => all.filter(matches)
  }),
  $sort: stage(sort => {
    const order = documentOrder(requireSort(sort))
    return all => all.sort(order)
  }),
  $skip: stage(skip => {
    const count = requireSkip(skip)
    return all => all.slice(count)
  }),
  $limit: stage(limit => {
    const count = requireStageLimit(limit)
    return all => all.slice(0, count)
  }),
  $count: stage(name => all => {
    if (typeof name !== 'string' || !/^[^$.][^.]*$/.test(name)) throw invalidFilter('$count needs the name of a field')
    return all.length === 0 ? [] : [{ [name]: all.length }]
  }),
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
