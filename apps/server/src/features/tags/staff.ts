import type { Docstore, Session } from '@platform/docstore'
import type { Comment, Jobs, QueuedJob, TagLink, User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import { isStaff } from '../../contract/is-staff.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { adHocTag, STAFF_TAG } from './rules.ts'

/** The tag link that marks a comment of the staff; the platform assigned it, not a user. */
export function staffLink(now: Date): TagLink {
  return { tag: adHocTag(STAFF_TAG, 'COMMENTS', now), assigned_by: null, created_at: now }
}

/** Keeps the staff's mark on comments in step with the role of their author. */
export interface StaffTags {
  /**
   * Queues a job that marks the comments of a user whose role changes, or removes the mark.
   *
   * @param change the user, and the session of the transaction that changes the role
   */
  follow(change: { readonly userId: string; readonly session: Session }): Promise<void>
  /** Marks the comments of a user, or removes the mark. The work of the job `comments.mark-staff`. */
  mark(userId: string, signal: AbortSignal): Promise<void>
}

const input = z.object({ userId: z.string() })

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'comments.mark-staff': z.output<typeof input>
  }
}

const mark: QueuedJob<typeof input, ServerContext> = {
  input,
  concurrency: 1,
  timeout: 600_000,
  run: ({ userId }, { services }, { signal }) => services.staffTags.mark(userId, signal),
}

export const staffTagJobs = { 'comments.mark-staff': mark }

/** Comments that are changed together. */
const BATCH = 500

export function createStaffTags({
  docstore,
  jobs,
  revisions,
  clock,
}: {
  docstore: Docstore
  jobs: Jobs
  revisions: Revisions
  clock: Clock
}): StaffTags {
  const users = docstore.collection<User>('users')
  const comments = docstore.collection<Comment>('comments')
  const marked = { tags: { $elemMatch: { 'tag.name': STAFF_TAG } } }

  /** Reads the current role, so that of two changes the later one counts, in whichever order the jobs run. */
  const markSome = (userId: string) =>
    docstore.transaction(async session => {
      const user = await users.findOne({ id: userId }, { session, projection: { roles: 1 } })
      if (!user) return []
      const staff = isStaff(user)
      const some = await comments
        .find(
          { author_id: userId, deleted_at: null, ...(staff ? { 'tags.tag.name': { $ne: STAFF_TAG } } : marked) },
          { session, limit: BATCH, projection: { id: 1, asset_id: 1 } },
        )
        .toArray()
      if (some.length === 0) return []
      const now = clock.now()
      await comments.updateMany(
        { id: { $in: some.map(({ id }) => id) } },
        {
          ...(staff ? { $push: { tags: staffLink(now) } } : { $pull: { tags: { 'tag.name': STAFF_TAG } } }),
          $set: { updated_at: now },
        } as never,
        { session },
      )
      return some
    })

  return {
    async follow({ userId, session }) {
      await jobs.add('comments.mark-staff', { userId }, { session })
    },
    async mark(userId, signal) {
      for (let some = await markSome(userId); some.length > 0; some = await markSome(userId)) {
        revisions.bump(...new Set(some.map(({ asset_id: asset }) => `asset:${asset}`)), 'comments')
        signal.throwIfAborted()
      }
    },
  }
}
