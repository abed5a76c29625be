import { CompositionError, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { JobDefinition, JobRun, QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { CreateContext, ServerContext } from '../contract/context.ts'
import type { Services } from '../contract/services.ts'
import { parseSchedule, SCHEDULE_FORM } from '../jobs/schedule.ts'
import { attribute, placeOf } from './attribution.ts'
import type { Ledger } from './ledger.ts'
import { contextOf } from './plugin-view.ts'

/** A job and the plugin it belongs to. */
export interface ComposedJob {
  readonly name: string
  readonly member: LoadedPlugin
  readonly job: HookJob
}

type Input = QueuedJob<undefined, ServerContext>['input']
type HookJob = JobDefinition<Input, ServerContext>

/** The jobs of all plugins, each of the one that its name belongs to. */
export function composeJobs(
  plugins: readonly LoadedPlugin[],
  { ledger, timeZone }: { ledger: Ledger; timeZone: string },
): { jobs: readonly ComposedJob[]; problems: readonly Problem[] } {
  const all = plugins.flatMap(member =>
    Object.entries(member.hooks.jobs ?? {}).map(([name, job]): ComposedJob => ({ name, member, job })),
  )
  for (const { name, member } of all) ledger.claim('job', name, member)
  return {
    jobs: all.filter(({ name, member }) => ledger.owner('job', name) === member),
    problems: all.flatMap(job => scheduleProblems(job, timeZone)),
  }
}

function scheduleProblems({ name, member, job: { schedule } }: ComposedJob, timeZone: string): Problem[] {
  if (schedule === undefined) return []
  try {
    parseSchedule(schedule, timeZone)
    return []
  } catch (error) {
    const message = `the schedule ${JSON.stringify(schedule)} can't be read: ${messageOf(error)}`
    return [{ ...problemOf({ name, member, message }), fix: `write ${SCHEDULE_FORM}` }]
  }
}

function problemOf({ name, member, message }: { name: string; member: LoadedPlugin; message: string }): Problem {
  return { code: 'PLUGIN_HOOK_INVALID', plugins: [referenceTo(member)], hook: 'jobs', at: name, message }
}

/**
 * Makes the composed jobs known to the queue, which does them once it is started.
 *
 * @throws CompositionError when a service has defined a job of that name already.
 */
export async function defineJobs({
  jobs: composed,
  services: { jobs },
  createContext,
}: {
  readonly jobs: readonly ComposedJob[]
  readonly services: Services
  readonly createContext: CreateContext
}): Promise<void> {
  for (const { name, member, job } of composed) {
    const run = ownRun({ name, member, job }, createContext)
    const { run: _, schedule, input = z.looseObject({}), concurrency, ...attempts } = job
    const common = { type: name, ...attempts, ...(member.core ? {} : { about: placeOf(member, 'jobs', name) }) }
    try {
      if (schedule !== undefined) await jobs.schedule({ ...common, schedule, run })
      else jobs.define({ ...common, payload: input, run, ...(concurrency === undefined ? {} : { concurrency }) })
    } catch (error) {
      throw new CompositionError([problemOf({ name, member, message: messageOf(error) })], { cause: error })
    }
  }
}

/** A job has no caller: each run gets a context of its own, as its plugin sees it, and what it throws is known as the plugin's. */
function ownRun({ name, member, job }: ComposedJob, createContext: CreateContext) {
  const view = contextOf(member)
  // The queue has checked the input by the job's own schema, or made the tick itself.
  const perform = job.run as (input: unknown, context: ServerContext, run: JobRun) => unknown
  return attribute(member, 'jobs', name, async (input: unknown, run: JobRun): Promise<void> => {
    await perform.call(job, input, view(createContext({ id: run.id })), run)
  })
}
