import type { Docstore } from '@platform/docstore'
import { type Asset, BadUserInputError, NotFoundError, type QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import type { Job } from '../../jobs/model.ts'
import { withRecentPassword } from '../accounts/password-again.ts'
import type { Merge } from './merge.ts'

const input = z.object({ from: z.string(), into: z.string(), address: z.string().optional() })

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'assets.merge': z.output<typeof input>
  }
}

const TIMEOUT = 3_600_000

/** A merge that was interrupted goes on with the next attempt. One that is done already finds no first discussion. */
const merge: QueuedJob<typeof input, ServerContext> = {
  input,
  timeout: TIMEOUT,
  async run(job, { services }) {
    await services.assets.merge(job).catch(async (error: unknown) => {
      const [from] = error instanceof NotFoundError ? await services.assets.findByIds([job.from]) : [null]
      if (from !== undefined) throw error
    })
  },
}

export const mergeJobs = { 'assets.merge': merge }

/** The fields by which administrators merge discussions. */
export const mergeFields = {
  RootQuery: {
    async mergePreview(_root: unknown, given: Merge, context: ServerContext) {
      const { from, into } = await bothOf(context, given)
      return {
        from,
        into,
        comments: Object.values(from.comment_counts.statuses ?? {}).reduce((sum, count) => sum + count, 0),
        visibleComments: from.comment_counts.total,
        addresses: [from.url, ...(from.former_urls ?? [])],
      }
    },
  },
  RootMutation: {
    async mergeAssets(
      _root: unknown,
      { password, ...given }: Merge & { password?: string | null },
      context: ServerContext,
    ) {
      const administrator = allowed(context, 'MERGE_ASSETS')
      const { from, into } = await bothOf(context, given)
      await withRecentPassword(context, password)
      // Nobody posts into the discussion while its merge waits.
      await context.services.assets.close(from.id, administrator)
      const merge = { from: from.id, into: into.id, address: into.url }
      const id = await context.services.jobs.add('assets.merge', merge, { key: from.id })
      await assertSameMerge(context.services.docstore, id, into)
      return null
    },
  },
}

/**
 * A discussion has one job that merges it, which stays as it was first asked for.
 *
 * @throws BadUserInputError when that merges it into another discussion
 */
async function assertSameMerge(docstore: Docstore, jobId: string, into: Asset): Promise<void> {
  const job = await docstore.collection<Job>('jobs').findOne({ id: jobId })
  const known = job?.payload as Partial<Merge> | undefined
  if (known && known.into !== into.id)
    throw new BadUserInputError('The discussion is being merged into another one; wait until it is done')
}

/** Both discussions of a merge. @throws BadUserInputError for one discussion, NotFoundError without one of them */
async function bothOf(
  { loaders }: ServerContext,
  { from, into }: Merge,
): Promise<{ readonly from: Asset; readonly into: Asset }> {
  if (from === into) throw new BadUserInputError("A discussion can't be merged into itself")
  const [first, second] = await Promise.all([loaders.Assets.getByID(from), loaders.Assets.getByID(into)])
  if (!first || !second) throw new NotFoundError('One of the discussions')
  return { from: first, into: second }
}
