import {
  type Comment,
  definePlugin,
  type HookObject,
  type JobRun,
  type Jobs,
  NonRetryableError,
  type QueuedJob,
  type ScheduledJob,
} from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const recount = z.object({ asset: z.string(), least: z.number().default(1) })

export const likes = definePlugin({
  name: 'likes',
  sdk: '^1.0',
  config: z.object({ max: z.number().default(1) }),
  loaders: () => ({ Likes: { count: async (id: string) => id.length } }),
  jobs: {
    'likes.recount': {
      input: recount,
      attempts: 3,
      timeout: 1_000,
      concurrency: 1,
      backoff: { first: 1_000, longest: 60_000 },
      run: async (input, context, job) => {
        expectTypeOf(input).toEqualTypeOf<{ asset: string; least: number }>()
        expectTypeOf(context.config).toEqualTypeOf<{ max: number }>()
        expectTypeOf(context.loaders.Likes.count).toExtend<(id: string) => Promise<number>>()
        expectTypeOf(context.loaders.Comments.get).returns.resolves.toEqualTypeOf<Comment | null>()
        expectTypeOf(job).toEqualTypeOf<JobRun>()
        if (input.least > context.config.max) throw new NonRetryableError('too many')
      },
    },
    'likes.tidy': {
      run: async (input, context) => {
        expectTypeOf(input).toEqualTypeOf<Readonly<Record<string, unknown>>>()
        expectTypeOf(context.config.max).toBeNumber()
      },
    },
    'likes.nightly': {
      schedule: '0 3 * * *',
      run: async (tick, context, { signal }) => {
        expectTypeOf(tick.scheduledAt).toEqualTypeOf<Date>()
        expectTypeOf(context.config.max).toBeNumber()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      },
    },
    'likes.weekly': { schedule: '@weekly', run: () => {} },
  },
})

// A job that is wrong.
// @ts-expect-error a job runs something
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { input: recount } } })
// @ts-expect-error a schedule is a text
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { schedule: 60_000, run: () => {} } } })
// @ts-expect-error a scheduled job is given no input
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { schedule: '0 3 * * *', input: recount, run: () => {} } } })
// @ts-expect-error a scheduled job never runs twice at the same time
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { schedule: '0 3 * * *', concurrency: 2, run: () => {} } } })
// @ts-expect-error the input is said by a schema, not by an example
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { input: { asset: 'x' }, run: () => {} } } })
// @ts-expect-error there is no such setting; attempts is meant
definePlugin({ name: 'a', sdk: '^1.0', jobs: { 'a.b': { tries: 3, run: () => {} } } })
// @ts-expect-error jobs have names
definePlugin({ name: 'a', sdk: '^1.0', jobs: [{ run: () => {} }] })
definePlugin({
  name: 'a',
  sdk: '^1.0',
  // @ts-expect-error the schema knows no such property
  jobs: { 'a.b': { input: recount, run: async ({ story }) => story } },
})

// Jobs that stand outside of a plugin, and plain hook objects.
export const queued: QueuedJob<typeof recount> = { input: recount, run: async ({ asset }) => asset.length }
export const scheduled: ScheduledJob = { schedule: '@daily', run: ({ scheduledAt }) => scheduledAt.getTime() }
export const plain = {
  jobs: {
    'plain.one': { input: recount, run: async ({ asset }: { asset: string }) => asset },
    'plain.two': { schedule: '@daily', run: (tick: { scheduledAt: Date }) => tick.scheduledAt },
  },
} satisfies HookObject
export const asHooks: HookObject = likes

// Adding jobs: those that are registered are checked.
declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'likes.recount': z.input<typeof recount>
  }
}
declare const jobs: Jobs
expectTypeOf(jobs.add('likes.recount', { asset: 'a' }, { key: 'a', delay: 1_000 })).resolves.toBeString()
expectTypeOf(jobs.add('unknown.job', { anything: 1 })).resolves.toBeString()
// @ts-expect-error an asset is named by a text
jobs.add('likes.recount', { asset: 1 })
// @ts-expect-error an asset is needed
jobs.add('likes.recount', {})
// @ts-expect-error a delay is a number of milliseconds
jobs.add('likes.recount', { asset: 'a' }, { delay: '1 day' })
// @ts-expect-error the input is an object
jobs.add('unknown.job', 'text')
