import { createPermissionCheck, type Permission } from '@platform/auth'
import type { Docstore, Session } from '@platform/docstore'
import {
  type Asset,
  type Comment,
  type CommentStatus,
  NotAuthorizedError,
  NotFoundError,
  type Submission,
  type User,
} from '@platform/plugin-sdk'
import type { Clock } from '../../../runtime/clock.ts'
import { withoutCredentials } from '../../../runtime/user-record.ts'
import type { AssetsService } from '../../assets/service.ts'
import { isBeingDeleted } from '../../users/deletion-model.ts'
import { isVisible } from '../model.ts'
import { isOutdated, type ModerationInputs } from './inputs.ts'
import type { ModerationAction, ModerationResult, PhaseAnswers, PhaseSelection } from './run.ts'

/** A comment as its author sent it. */
export interface ModerationRequest extends Pick<Submission, 'body' | 'parent_id' | 'comment'> {
  /** The status that a plugin asks for; the phases decide. */
  readonly status?: CommentStatus | null
  readonly actions?: readonly ModerationAction[]
  /** The permission that the author needs when the comment is sent, and when it is stored. */
  readonly permission: Permission
}

/** One run of the phases, with its inputs. */
export interface ModerationRun extends ModerationResult {
  readonly request: ModerationRequest
  readonly inputs: ModerationInputs
  /** Whether the phases do not run again, even if an input changes. */
  readonly isLast: boolean
  readonly times: number
}

/** Ends the transaction that stores a comment, so that nothing is stored. */
class InputsChanged extends Error {
  readonly inputs: ModerationInputs
  /** The comment as it is now, when it is edited. */
  readonly comment: Comment | null
  constructor(inputs: ModerationInputs, comment: Comment | null) {
    super('an input of the moderation changed')
    this.inputs = inputs
    this.comment = comment
  }
}

/**
 * Runs the moderation phases for a comment. They may take seconds, in which the discussion may be closed or the author
 * banned. So the transaction that stores the comment reads the inputs again, and the phases that depend on a changed
 * input run again.
 */
export interface Moderation {
  /** @throws NotFoundError without the discussion. */
  loadInputs(author: User, assetId: string): Promise<ModerationInputs>
  /**
   * Reads the author again in the transaction that stores the comment, and the discussion when its id is given. The
   * settings of the site are always the current ones.
   *
   * @throws NotAuthorizedError when the account was deleted.
   */
  reload(inputs: ModerationInputs, session: Session, assetId?: string): Promise<ModerationInputs>
  /** The inputs with a discussion that was read again. */
  inDiscussion(inputs: ModerationInputs, asset: Asset): Promise<ModerationInputs>
  run(request: ModerationRequest, inputs: ModerationInputs): Promise<ModerationRun>
  /** Runs the phases again when `error` says that an input changed. @throws any other `error`. */
  runAgain(run: ModerationRun, error: unknown): Promise<ModerationRun>
  /**
   * The result to store, for the inputs that the transaction has read. When the phases ran three times and an input
   * changed again, the comment waits for a moderator, unless a gate refuses it. An error of it ends the transaction;
   * pass it to `runAgain`.
   *
   * @param comment as the transaction found it, when it is edited.
   * @throws NotAuthorizedError when the author may not write any more.
   */
  recheck(run: ModerationRun, current: ModerationInputs, comment?: Comment): Promise<ModerationResult>
}

const MOST_TIMES = 3

interface Dependencies {
  readonly docstore: Docstore
  readonly assets: Pick<AssetsService, 'settingsOf'>
  readonly clock: Clock
  /** Runs the phases. */
  readonly moderate: (submission: Submission, selection?: PhaseSelection) => Promise<ModerationResult>
}

export function createModeration({ docstore, assets, clock, moderate }: Dependencies): Moderation {
  const discussions = docstore.collection<Asset>('assets')
  const permits = createPermissionCheck({ now: () => clock.now().getTime() })

  const inDiscussion = async ({ author }: Pick<ModerationInputs, 'author'>, asset: Asset) => ({
    author,
    asset,
    settings: (await assets.settingsOf(asset)) as ModerationInputs['settings'],
    read_at: clock.now(),
  })

  async function findAsset(id: string, options: { session?: Session } = {}): Promise<Asset> {
    const asset = await discussions.findOne({ id }, options)
    if (!asset) throw new NotFoundError('The discussion')
    return asset
  }

  async function ask(
    { request, inputs, times }: Pick<ModerationRun, 'request' | 'inputs' | 'times'>,
    kept?: PhaseAnswers,
  ): Promise<ModerationRun> {
    const submission = submissionOf(request, inputs, { now: clock.now(), again: times > 1 })
    const result = await moderate(submission, kept ? { kept } : {})
    const actions = [...(request.actions ?? []), ...result.actions]
    return { ...result, actions, request, inputs, times, isLast: times >= MOST_TIMES }
  }

  return {
    inDiscussion,
    loadInputs: async (author, assetId) => inDiscussion({ author }, await findAsset(assetId)),
    reload: async ({ author, asset }, session, assetId) =>
      inDiscussion(
        { author: await accountNow(docstore, author, session) },
        assetId === undefined ? asset : await findAsset(assetId, { session }),
      ),
    run: (request, inputs) => ask({ request, inputs, times: 1 }),
    runAgain({ request, inputs, times, answers }, error) {
      if (!(error instanceof InputsChanged)) throw error
      const kept = new Map([...answers].filter(([phase]) => !isOutdated(phase, inputs, error.inputs)))
      return ask({ request: { ...request, comment: error.comment }, inputs: error.inputs, times: times + 1 }, kept)
    },
    async recheck(run, current, comment) {
      if (!permits(current.author, run.request.permission)) throw new NotAuthorizedError()
      if (![...run.answers.keys()].some(phase => isOutdated(phase, run.inputs, current))) return run
      if (!run.isLast) throw new InputsChanged(current, comment ?? null)
      const gates = submissionOf(run.request, current, { now: current.read_at, again: true })
      await moderate(gates, { gatesOnly: true })
      return isVisible(run)
        ? { ...run, status: 'PREMOD', phase: null, reason: 'the moderation inputs kept changing' }
        : run
    },
  }
}

/**
 * The stored author; an author who is not stored, such as the system user, is returned unchanged.
 *
 * @throws NotAuthorizedError while the account is being deleted, also when its user has come back under the same id:
 * the erasure takes what is stored until it ends.
 */
async function accountNow(docstore: Docstore, author: User, session: Session): Promise<User> {
  const found = await docstore.collection<User>('users').findOne({ id: author.id }, { session })
  if (await isBeingDeleted(docstore, author.id, session)) throw new NotAuthorizedError()
  return found ? withoutCredentials(found) : author
}

function submissionOf(
  { body, parent_id, comment, status = null }: ModerationRequest,
  { author, asset, settings }: ModerationInputs,
  moment: Pick<Submission, 'now' | 'again'>,
): Submission {
  return { body, parent_id, comment, status, author, asset, settings: { ...settings }, ...moment }
}
