import type { Docstore } from '@platform/docstore'
import type { Action, Comment, Connection } from '@platform/plugin-sdk'
import { readPage } from '../../paging/page.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import { stepAndRest } from '../../runtime/step-and-rest.ts'
import { type WithdrawnFlag, withdrawnFlagIndexes } from '../actions/withdrawn.ts'
import { basisOf, flagsOn, settle } from './flag-karma.ts'

interface Needed {
  readonly docstore: Docstore
  readonly revisions: Revisions
}

/** Users whose karma changes in one transaction, which holds up all who write meanwhile. */
const PAGE = 100

/** Some users who flagged the comment, and the cursor of the next ones; `undefined` at the end. */
interface Some {
  readonly userIds: readonly string[]
  readonly next: string | undefined
}

/**
 * Moves the karma of all who had flagged a comment when it was decided about, in pages: first of those whose flags are
 * there, then of those who took theirs back meanwhile. Each page follows the decision that is the last one then.
 */
export async function followKarma({ docstore, revisions }: Needed, id: string, signal: AbortSignal): Promise<void> {
  for (const read of [readFlags, readWithdrawn])
    for (let cursor: string | undefined; ; ) {
      const next = await stepAndRest(async () => {
        const comment = await docstore.collection<Comment>('comments').findOne({ id, deleted_at: null })
        if (!comment?.karma_behind) return undefined
        const some = await read(docstore, comment, cursor)
        const moved = await followSome(docstore, id, some.userIds)
        if (moved.length > 0) revisions.bump(...moved.map(user => `user:${user}`))
        return some.next
      }, signal)
      if (next === undefined) break
      cursor = next
    }
}

/** Reads the comment again, because a moderator may have decided meanwhile, or its author have deleted it. */
async function followSome(docstore: Docstore, id: string, userIds: readonly string[]): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  return docstore.transaction(async session => {
    const comment = await docstore.collection<Comment>('comments').findOne({ id, deleted_at: null }, { session })
    if (!comment?.karma_behind || comment.verdict === undefined) return []
    const decided = { id, verdict: comment.verdict, from: basisOf(comment) }
    return settle(docstore, { userIds, decided, note: 'each' }, session)
  })
}

/** Flags are read by their time, so that those behind the decision, which count with the next one, are not read. */
async function readFlags(docstore: Docstore, comment: Comment, cursor: string | undefined): Promise<Some> {
  const { nodes, hasNextPage, endCursor }: Connection<Action> = await readPage(docstore.collection<Action>('actions'), {
    filter: flagsOn(comment.id),
    keys: ['created_at', 'id'],
    direction: 1,
    limit: PAGE,
    projection: { id: 1, user_id: 1, created_at: 1, judged_as: 1 },
    ...(cursor === undefined ? {} : { cursor }),
  })
  const until = comment.karma_behind?.until ?? new Date(0)
  const own = nodes.filter(flag => flag.created_at <= until)
  return {
    userIds: usersOf(own, comment),
    next: hasNextPage && own.length === nodes.length ? cursorOf(endCursor) : undefined,
  }
}

async function readWithdrawn(docstore: Docstore, comment: Comment, cursor: string | undefined): Promise<Some> {
  const flags = docstore.collection<WithdrawnFlag>(withdrawnFlagIndexes.collection)
  const { nodes, hasNextPage, endCursor } = await readPage(flags, {
    filter: { item_id: comment.id },
    keys: ['user_id'],
    direction: 1,
    limit: PAGE,
    ...(cursor === undefined ? {} : { cursor }),
  })
  return { userIds: usersOf(nodes, comment), next: hasNextPage ? cursorOf(endCursor) : undefined }
}

const cursorOf = (cursor: unknown): string | undefined => (typeof cursor === 'string' ? cursor : undefined)

/** The users whose flags do not count the last decision yet, each once. */
function usersOf(
  flags: readonly Pick<Action, 'user_id' | 'judged_as'>[] | readonly WithdrawnFlag[],
  { verdict }: Comment,
): readonly string[] {
  return [...new Set(flags.flatMap(({ user_id: user, judged_as: as }) => (as === verdict ? [] : (user ?? []))))]
}
