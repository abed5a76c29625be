import type { Session } from '@platform/docstore'
import { BadUserInputError, type Comment, type CommentStatus, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { type Change, countingIn } from './counters.ts'
import { countDecision } from './counts/moderators.ts'
import { assertExpected, type ExpectedComment } from './expected.ts'
import { statusEntry } from './model.ts'
import { announce, assertAllowed, updateComment, type WriteServices } from './write.ts'

/** The bulk rejection that a decision belongs to. */
interface Bulk {
  readonly id: string
  /** Runs in the transaction that changes the comment. An error keeps the comment as it is. */
  follow(session: Session): Promise<void>
}

/** The moderator who decides; without an id when the account was deleted while a bulk rejection went on. */
export interface Decider {
  readonly id: string | null
}

/** The decision of a moderator about a comment. */
export interface Decision {
  readonly id: string
  readonly status: CommentStatus
  /** What the author reads about a rejection; `null` for nothing. */
  readonly reason?: string | null
  /** The comment that the moderator saw; without it the decision is made in any case. */
  readonly expected?: ExpectedComment | null
  readonly bulk?: Bulk | null
}

/** The decision that is taken back. */
export interface TakenBack {
  readonly id: string
  /** The status that it gave, as the moderator saw it; `null` for whatever it is. */
  readonly status?: CommentStatus | null
  /** Only a decision of this bulk rejection is taken back. */
  readonly bulk?: Bulk | null
}

/**
 * Stores the decision of a moderator. A decision that is stored already changes nothing: `before` equals `after`.
 *
 * @throws PlatformError DECIDED_MEANWHILE when the bulk rejection has decided about the comment before, or when its
 * comment has the status already.
 */
export async function decide(
  services: WriteServices,
  moderator: Decider,
  { id, expected = null, bulk = null, ...decision }: Decision,
): Promise<Change> {
  return make(services, {
    id,
    moderator,
    expected,
    bulk,
    decisionAbout({ status, status_history: history }) {
      if (bulk) {
        // A moderator has decided the same since its comments were read, and that must not be taken back with it.
        if (status === decision.status) throw decidedMeanwhile()
        // It goes on after an interruption, and somebody has decided since it decided about this comment.
        if (history.some(entry => entry.bulk_rejection === bulk.id)) throw decidedMeanwhile()
      }
      return { ...decision, named: bulk?.id ?? null }
    },
  })
}

/**
 * Takes the last decision about a comment back: its status becomes that of before, with the reason of that time.
 *
 * @throws BadUserInputError when the comment has had one status only; PlatformError DECIDED_MEANWHILE when it has
 * another status than the moderator saw.
 */
export async function takeBack(
  services: WriteServices,
  moderator: Decider,
  { id, status = null, bulk = null }: TakenBack,
): Promise<Change> {
  const decisionAbout = (comment: Comment) => {
    const isOther = bulk !== null && comment.status_history.at(-1)?.bulk_rejection !== bulk.id
    if (isOther || (status !== null && comment.status !== status)) throw decidedMeanwhile()
    return statusBefore(comment)
  }
  return make(services, { id, moderator, expected: null, bulk, decisionAbout })
}

const decidedMeanwhile = () =>
  new PlatformError('DECIDED_MEANWHILE', 'Somebody else has decided about the comment meanwhile', { status: 409 })

function statusBefore({ status, status_history: history }: Comment): Made {
  const earlier = history.findLast(({ type }) => type !== status)
  if (!earlier) throw new BadUserInputError('No decision about this comment can be taken back')
  return { status: earlier.type, reason: earlier.author_reason ?? null }
}

interface Made extends Pick<Decision, 'status' | 'reason'> {
  /** The id of the bulk rejection that the decision names. */
  readonly named?: string | null
}

interface Making {
  readonly id: string
  readonly moderator: Decider
  readonly expected: ExpectedComment | null
  readonly bulk: Bulk | null
  decisionAbout(comment: Comment): Made
}

async function make(services: WriteServices, making: Making): Promise<Change> {
  const found = await services.comments.findOne({ id: making.id }, { projection: { asset_id: 1 } })
  if (!found) throw new NotFoundError('The comment')
  const work = (session: Session) => store(services, making, session)
  const change = await services.docstore.transaction(work, countingIn(found.asset_id))
  return announce(services, 'decide', change)
}

/** Within the transaction: the comment is read and updated, the karma of its author and the counts follow. */
async function store(
  services: WriteServices,
  { id, moderator, expected, bulk, decisionAbout }: Making,
  session: Session,
): Promise<Change> {
  const { comments, counters, karma, clock } = services
  const before = await comments.findOne({ id, deleted_at: null }, { session })
  if (!before) throw new NotFoundError('The comment')
  assertAllowed('decide', before)
  assertExpected(before, expected)
  const { status, reason = null, named } = decisionAbout(before)
  if (status === before.status && !isNews(before, { status, reason })) return { before, after: before }

  const now = clock.now()
  const after = await updateComment(
    services,
    {
      before,
      set: { status, verdict: status, updated_at: now },
      history: {
        status: {
          ...statusEntry({ status, by: moderator.id, author_reason: reason, bulk_rejection: named, now }),
          decided: true,
        },
      },
    },
    session,
  )
  const karmaOf = await karma.follow({ before, after }, session)
  await counters.follow({ before, after }, session)
  if (moderator.id !== null && (named === undefined || named === null))
    await countDecision(services.docstore, { before, after, by: moderator.id, now }, session)
  await bulk?.follow(session)
  return { before, after, karmaOf }
}

/**
 * Whether a decision differs from the last one of a moderator. It is a decision, too, to confirm the status that the
 * phases gave, or to give another reason. Only `NONE` without an earlier decision is none, because it takes nothing
 * back.
 */
function isNews(
  { verdict, status_history: history }: Comment,
  { status, reason }: Pick<Required<Decision>, 'status' | 'reason'>,
): boolean {
  if (reason !== null && reason !== history.at(-1)?.author_reason) return true
  return verdict !== status && (verdict !== undefined || status !== 'NONE')
}
