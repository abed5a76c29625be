import type { PipelineStage, Sort } from '../contract/filter.ts'
import type { Doc } from './document.ts'
import { runGroups } from './leading-groups.ts'
import { neededFields } from './needed-fields.ts'
import type { Query } from './plan.ts'
import { pick } from './project.ts'
import { requireStageLimit } from './query-options.ts'
import { countOf, documentsOf, streamDocuments } from './read.ts'
import { type PipelineSource, requireCountField, runStages } from './stages.ts'

/** The stages that a find can run, in the order in which it runs them. */
const FIND_STAGES = ['$match', '$sort', '$skip', '$limit']

/** Runs a pipeline: its first stages as a find or a count with the indexes, the others in memory. */
export function aggregate(source: PipelineSource, pipeline: readonly PipelineStage[]): Doc[] {
  const { connection, schema } = source
  const { query, rest } = headOf(pipeline)
  if (rest.length === 0) return documentsOf(connection, schema, query)
  const grouped = runGroups(source, query, rest)
  if (grouped) return grouped
  const counted = counting(rest)
  if (counted === undefined) return runStages(source, reduced(streamDocuments(connection, schema, query), rest), rest)
  const count = countOf(connection, schema, query)
  return runStages(source, count === 0 ? [] : [{ [counted]: count }], rest.slice(1))
}

/** The field of a `$count` that comes first. */
function counting([first]: readonly PipelineStage[]): string | undefined {
  return first && '$count' in first ? requireCountField(first['$count']) : undefined
}

/** Takes from documents what the stages don't need, so that more of them have room. */
function* reduced(documents: Iterable<Doc>, stages: readonly PipelineStage[]): Generator<Doc> {
  const needed = neededFields(stages)
  if (!needed) return yield* documents
  for (const document of documents) yield pick(document, needed)
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
  // A find takes a limit of 0 for none, and a stage does not.
  if ('$limit' in head) requireStageLimit($limit)
  return { query: { filter, sort: $sort, skip: $skip, limit: $limit }, rest: pipeline.slice(used) }
}
