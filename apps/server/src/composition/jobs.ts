import { CompositionError, type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { JobDefinition, JobRun, QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { CreateContext, ServerContext } from '../contract/context.ts'
import type { Services } from '../contract/services.ts'
import { parseSchedule, SCHEDULE_FORM } from '../jobs/schedule.ts'
import { attribute, placeOf } from './attribution.ts'
import { contextOf } from './context/plugin-view.ts'
import { claimAll, type Ledger } from './ledger.ts'

/** A job and the plugin it belongs to. */
export interface ComposedJob {
  readonly name: string
  readonly plugin: LoadedPlugin
  readonly job: HookJob
}

type Input = QueuedJob<undefined, ServerContext>['input']
type HookJob = JobDefinition<Input, ServerContext>

/** The jobs of all plugins, each of the plugin that owns its name. */
export function composeJobs(
  plugins: readonly LoadedPlugin[],
  { ledger, timeZone }: { ledger: Ledger; timeZone: string },
): { jobs: readonly ComposedJob[]; problems: readonly Problem[] } {
  const all = plugins.flatMap(plugin =>
    Object.entries(plugin.hooks.jobs ?? {}).map(([name, job]): ComposedJob => ({ name, plugin, job })),
  )
  return { jobs: claimAll(ledger, 'job', all), problems: all.flatMap(job => scheduleProblems(job, timeZone)) }
}

function scheduleProblems({ name, plugin, job: { schedule } }: ComposedJob, timeZone: string): Problem[] {
  if (schedule === undefined) return []
  try {
    parseSchedule(schedule, timeZone)
    return []
  } catch (error) {
    const message = `the schedule ${JSON.stringify(schedule)} can't be read: ${messageOf(error)}`
    return [{ ...problemOf({ name, plugin, message }), fix: `write ${SCHEDULE_FORM}` }]
  }
}

function problemOf({ name, plugin, message }: { name: string; plugin: LoadedPlugin; message: string }): Problem {
  return { code: 'PLUGIN_HOOK_INVALID', plugins: [referenceTo(plugin)], hook: 'jobs', at: name, message }
}

/**
 * Defines the composed jobs in the queue, which begins to do them once the server serves.
 *
 * @throws CompositionError when a job can't be defined.
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
  for (const { name, plugin, job } of composed) {
    const run = ownRun({ name, plugin, job }, createContext)
    const { run: _, schedule, input = z.looseObject({}), concurrency, ...attempts } = job
    const common = { type: name, ...attempts, ...(plugin.core ? {} : { about: placeOf(plugin, 'jobs', name) }) }
    try {
      if (schedule !== undefined) await jobs.schedule({ ...common, schedule, run })
      else jobs.define({ ...common, payload: input, run, ...(concurrency === undefined ? {} : { concurrency }) })
    } catch (error) {
      throw new CompositionError([problemOf({ name, plugin, message: messageOf(error) })], { cause: error })
    }
  }
}

/** A job has no caller: each run gets a new context, as its plugin sees it. Its errors are marked as the plugin's. */
function ownRun({ name, plugin, job }: ComposedJob, createContext: CreateContext) {
  const view = contextOf(plugin)
  // The queue has checked the input by the job's own schema; the input of a scheduled run is its own.
  const perform = job.run as (input: unknown, context: ServerContext, run: JobRun) => unknown
  return attribute(plugin, 'jobs', name, async (input: unknown, run: JobRun): Promise<void> => {
    await perform.call(job, input, view(createContext({ id: run.id })), run)
  })
}
