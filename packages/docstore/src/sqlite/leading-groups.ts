import type { PipelineStage } from '../contract/filter.ts'
import type { Doc } from './document.ts'
import { groupsOf, isGroupedOneByOne } from './group.ts'
import { mingo } from './mingo.ts'
import { fieldsOfExpression } from './needed-fields.ts'
import { isObject, operandOf } from './operands.ts'
import type { Query } from './plan.ts'
import { streamUnordered } from './read.ts'
import { type PipelineSource, runStages } from './stages.ts'

/** A `$group`, and the stages that follow it. */
interface Branch {
  readonly group: unknown
  readonly rest: readonly PipelineStage[]
}

/**
 * Runs stages that begin with the sums of groups, or with a `$facet` of such pipelines: each document is read once, as
 * it lies in the file, goes into its group of each of them, and is forgotten.
 *
 * @returns nothing for other stages
 */
export function runGroups(
  source: PipelineSource,
  query: Query,
  [first, ...rest]: readonly PipelineStage[],
): Doc[] | undefined {
  const [[name, operand] = [], ...others] = Object.entries(first ?? {})
  if (others.length > 0) return undefined
  if (name === '$group' && isGroupedOneByOne(operand))
    return runStages(source, grouped(source, query, [{ group: operand, rest: [] }]), rest)
  const facets = name === '$facet' && isObject(operand) ? Object.entries(operand) : []
  const branches = facets.map(([, stages]) => branchOf(stages))
  if (!branches.every(branch => branch !== undefined) || branches.length === 0) return undefined
  return runStages(source, split(source, query, { names: facets.map(([facet]) => facet), branches }), rest)
}

function branchOf(stages: unknown): Branch | undefined {
  const [first, ...rest] = Array.isArray(stages) ? (stages as readonly PipelineStage[]) : []
  const [[name, group] = [], ...others] = Object.entries(first ?? {})
  return name === '$group' && others.length === 0 && isGroupedOneByOne(group) ? { group, rest } : undefined
}

function* grouped(source: PipelineSource, query: Query, branches: readonly Branch[]): Generator<Doc> {
  for (const results of read(source, query, branches)) yield* results
}

interface Facets {
  readonly names: readonly string[]
  readonly branches: readonly Branch[]
}

function* split(source: PipelineSource, query: Query, { names, branches }: Facets): Generator<Doc> {
  const results = read(source, query, branches)
  const entries = branches.map(({ rest }, index) => [names[index], runStages(source, results[index] ?? [], rest)])
  yield Object.fromEntries(entries) as Doc
}

/** The groups of each branch. */
function read({ connection, schema }: PipelineSource, query: Query, branches: readonly Branch[]): Iterable<Doc>[] {
  const all = branches.map(({ group }) => groupsOf(operandOf(group), mingo().options as never))
  const fields = fieldsOfExpression(branches.map(({ group }) => group))
  for (const document of streamUnordered(connection, schema, { query, fields }))
    for (const groups of all) groups.add(document)
  return all.map(groups => groups.results())
}
