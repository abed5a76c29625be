import type { Docstore, Session } from '@platform/docstore'
import type { Comment, Connection, JobRun, Jobs, QueuedJob, TagLink, User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import { isStaff } from '../../contract/is-staff.ts'
import { readPage } from '../../paging/page.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { stepAndRest } from '../../runtime/step-and-rest.ts'
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
  mark(job: Marking, run: Pick<JobRun, 'id' | 'signal'>): Promise<void>
}

/**
 * The user, the cursor behind which the work goes on, and the id of the first one of several jobs, each of which does a
 * part of the comments.
 */
const input = z.object({ userId: z.string(), after: z.string().optional(), begun: z.string().optional() })
type Marking = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'comments.mark-staff': Marking
  }
}

const mark: QueuedJob<typeof input, ServerContext> = {
  input,
  concurrency: 1,
  timeout: 600_000,
  run: (job, { services }, run) => services.staffTags.mark(job, run),
}

export const staffTagJobs = { 'comments.mark-staff': mark }

/** Comments that are changed in one transaction, which holds up all who write meanwhile. */
const BATCH = 100
/** Batches of one job. Then the next job goes on, so that after an interruption few comments are looked at again. */
const BATCHES = 100

type Found = Pick<Comment, 'id' | 'asset_id' | 'created_at' | 'tags'>

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
  const comments = docstore.collection<Comment>('comments')
  const roles = createRoles(docstore)

  /** By the index `author`, from the first comment to the last: new ones come behind all others. */
  const read = (userId: string, cursor: string | undefined): Promise<Connection<Found>> =>
    readPage<Found>(docstore.collection('comments'), {
      filter: { author_id: userId },
      keys: ['created_at', 'id'],
      direction: 1,
      limit: BATCH,
      projection: { id: 1, asset_id: 1, created_at: 1, tags: 1 },
      ...(cursor === undefined ? {} : { cursor }),
    })

  /** @returns whether the role is still the one by which the comments were chosen. */
  const change = (userId: string, { ids, staff }: { ids: readonly string[]; staff: boolean }) =>
    docstore.transaction(async session => {
      if ((await roles.isStaff(userId, session)) !== staff) return false
      const now = clock.now()
      await comments.updateMany(
        { id: { $in: [...ids] }, author_id: userId, deleted_at: null, ...(staff ? UNMARKED : MARKED) },
        {
          ...(staff ? { $push: { tags: staffLink(now) } } : { $pull: { tags: { 'tag.name': STAFF_TAG } } }),
          $set: { updated_at: now },
        } as never,
        { session },
      )
      return true
    })

  /** Does a batch. @returns the cursor of the next one; `undefined` at the end. */
  async function markSome(userId: string, after: string | undefined): Promise<string | undefined> {
    const staff = await roles.isStaff(userId)
    if (staff === null) return undefined
    const { nodes, hasNextPage, endCursor } = await read(userId, after)
    const some = nodes.filter(comment => isMarked(comment) !== staff)
    if (some.length > 0) {
      // Of two changes of the role the later one counts, in whichever order the jobs run.
      if (!(await change(userId, { ids: some.map(({ id }) => id), staff }))) return markSome(userId, after)
      revisions.bump(...new Set(some.map(({ asset_id: asset }) => `asset:${asset}`)), 'comments')
    }
    return hasNextPage && typeof endCursor === 'string' ? endCursor : undefined
  }

  return {
    async follow({ userId, session }) {
      await jobs.add('comments.mark-staff', { userId }, { session })
    },
    async mark({ userId, after, begun }, { id, signal }) {
      let cursor = after
      for (let batch = 0; batch < BATCHES; batch++) {
        cursor = await stepAndRest(() => markSome(userId, cursor), signal)
        if (cursor === undefined) return
      }
      const next = { userId, after: cursor, begun: begun ?? id }
      await jobs.add('comments.mark-staff', next, { key: `${next.begun} ${next.after}` })
    },
  }
}

const MARKED = { tags: { $elemMatch: { 'tag.name': STAFF_TAG } } }
const UNMARKED = { 'tags.tag.name': { $ne: STAFF_TAG } }

const isMarked = ({ tags }: Found): boolean => tags.some(({ tag }) => tag.name === STAFF_TAG)

/** Says whether a user belongs to the staff; `null` for a user who is gone. */
function createRoles(docstore: Docstore) {
  const users = docstore.collection<User>('users')
  return {
    async isStaff(id: string, session?: Session): Promise<boolean | null> {
      const user = await users.findOne({ id }, { ...(session ? { session } : {}), projection: { roles: 1 } })
      return user && isStaff(user)
    },
  }
}
