import type { Docstore } from '@platform/docstore'
import type { Comment, CommentStatus, Jobs, Publisher, Submission, User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AssetsService } from '../assets/service.ts'
import type { TagsService } from '../tags/service.ts'
import { type Change, createCounters } from './counters.ts'
import { type Decider, type Decision, decide, type TakenBack, takeBack } from './decide.ts'
import { type CommentEdit, edit } from './edit.ts'
import { createKarma } from './karma.ts'
import { createModeration } from './moderation/recheck.ts'
import type { ModerationResult, PhaseSelection } from './moderation/run.ts'
import { type NewComment, post } from './post.ts'
import { remove } from './remove.ts'
import type { WriteServices } from './write.ts'

/** Writes comments. Each method makes one transition of `transitions.ts` and returns the stored comment. */
export interface CommentsService {
  /**
   * Posts a comment. A request that is sent again with the same key returns the comment of the first one.
   *
   * @throws PlatformError CONFLICT when the first one has another text.
   */
  create(author: User, input: NewComment): Promise<Comment>
  /** Changes the text. A text that is stored already changes nothing: `before` equals `after`. */
  edit(author: User, edit: CommentEdit): Promise<Change>
  /** Deletes a comment of its author, and returns the tombstone. */
  remove(author: User, id: string): Promise<Comment>
  /**
   * Stores a moderator's decision: a status, or a status with a reason for the author. One that is stored already
   * changes nothing: `before` equals `after`.
   */
  setStatus(moderator: Decider, id: string, decision: CommentStatus | Omit<Decision, 'id'>): Promise<Change>
  /** Gives a comment the status back that it had before the last decision. */
  takeBack(moderator: Decider, decision: TakenBack): Promise<Change>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly assets: AssetsService
  readonly tags: TagsService
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly jobs: Jobs
  /** Runs the moderation phases. */
  readonly moderate: (submission: Submission, selection?: PhaseSelection) => Promise<ModerationResult>
}

export function createComments(dependencies: Dependencies): CommentsService {
  const { docstore } = dependencies
  const services: WriteServices = {
    ...dependencies,
    comments: docstore.collection<Comment>('comments'),
    counters: createCounters(docstore),
    karma: createKarma(dependencies),
    moderation: createModeration(dependencies),
  }
  return {
    create: (author, input) => post(services, author, input),
    edit: (author, input) => edit(services, author, input),
    remove: (author, id) => remove(services, author, id),
    setStatus: (moderator, id, decision) =>
      decide(services, moderator, { id, ...(typeof decision === 'string' ? { status: decision } : decision) }),
    takeBack: (moderator, decision) => takeBack(services, moderator, decision),
  }
}
