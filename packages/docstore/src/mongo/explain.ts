import type { Collection, Document, FindOptions as DriverOptions } from 'mongodb'
import type { FindOptions } from '../contract/collection.ts'
import type { FindExplanation } from '../contract/docstore.ts'
import { driverSession } from './session.ts'

/** Asks the server for the plan of a find, and runs the find to count the documents that it reads. */
export async function explainFind(
  collection: Collection,
  query: { filter: object; options: FindOptions },
): Promise<FindExplanation> {
  const { session, ...options } = query.options
  const driverOptions = { ...(options as DriverOptions), ...driverSession(session) }
  const explained = await collection.find(query.filter, driverOptions).explain('executionStats')
  const stages = stagesOf((explained['queryPlanner'] as Document | undefined)?.['winningPlan'] ?? explained)
  const examined: unknown = (explained['executionStats'] as Document | undefined)?.['totalDocsExamined']
  return {
    usesIndex: stages.length > 0 && !stages.some(stage => stage.startsWith('COLLSCAN')),
    ...(typeof examined === 'number' && { examined }),
    plan: stages,
  }
}

/** Collects the stages of a plan, which shards and engines nest in different ways. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { stage, indexName } = plan as { stage?: unknown; indexName?: unknown }
  const own = typeof stage === 'string' ? [typeof indexName === 'string' ? `${stage} ${indexName}` : stage] : []
  return [...own, ...Object.values(plan).flatMap(stagesOf)]
}
