import { type Asset, BadUserInputError, NotFoundError, type QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { withRecentPassword } from '../accounts/password-again.ts'

const input = z.object({ from: z.string(), into: z.string() })
/** The asset that is merged and deleted, and the one that gets its comments. */
type Merge = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'assets.merge': Merge
  }
}

const TIMEOUT = 3_600_000

/** A merge that was interrupted goes on with the next attempt. One that is done already finds no first discussion. */
const merge: QueuedJob<typeof input, ServerContext> = {
  input,
  timeout: TIMEOUT,
  async run(job, { services }) {
    await services.assets.merge(job).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error
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
      await context.services.jobs.add('assets.merge', { from: from.id, into: into.id }, { key: from.id })
      return null
    },
  },
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
