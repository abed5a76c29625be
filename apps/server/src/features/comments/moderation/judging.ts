import { isDeepStrictEqual } from 'node:util'
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
import { isClosed } from '../../assets/model.ts'
import type { AssetsService } from '../../assets/service.ts'
import { isBeingDeleted } from '../../users/deletion-model.ts'
import { isVisible } from '../model.ts'
import type { PipelineAction } from '../pipeline-actions.ts'
import type { Judgement } from './moderate.ts'
import type { CoreSubmission } from './phase.ts'
import { assetClosed } from './phases/asset-closed.ts'
import { commentingDisabled } from './phases/commenting-disabled.ts'

/** What a plugin in the pipeline may say of a comment before it is judged. */
export interface Suggestion {
  /** A status asked for by a plugin; the pipeline has the last word. */
  readonly status?: CommentStatus | null
  readonly actions?: readonly PipelineAction[]
  readonly metadata?: Record<string, unknown>
}

type Place = Pick<CoreSubmission, 'asset' | 'settings'>

/** What a comment is judged by, and when that was read. */
export interface Basis extends Place, Pick<CoreSubmission, 'author'> {
  readonly read_at: Date
}

interface Question extends Pick<Submission, 'body' | 'parent_id' | 'comment'>, Suggestion {
  readonly basis: Basis
  /** What the author needs, then and now. */
  readonly permission: Permission
}

/** A judgement that held so far. */
export interface Held extends Judgement {
  /** Looks whether it holds by the discussion too, as the transaction finds it anyway; what it throws ends that. */
  readonly confirm?: (asset: Asset) => Promise<void>
}

/** The judgement, if it still holds in the transaction that stores it; of an edit, about the comment as it is there. */
export type StillHolds = (session: Session, comment?: Comment) => Promise<Held>

/**
 * Asking the pipeline. Its phases may take seconds, and in the meantime the discussion is closed or its author banned:
 * whatever it went by is read again where the answer is stored.
 */
export interface Judging {
  /** @throws NotFoundError without the discussion. */
  basisOf(author: User, assetId: string): Promise<Basis>
  /**
   * Has `store` keep what the pipeline makes of it. When what it went by is another by then, the pipeline is asked
   * again; when that does not end, the comment waits for a moderator. `basis` is what the pipeline went by.
   *
   * @throws NotAuthorizedError when the author may not write any more; what the phases throw.
   */
  judge<R>(question: Question, store: (holds: StillHolds, basis: Basis) => Promise<R>): Promise<R>
}

const MOST_TIMES = 3

/** Thrown out of the transaction, which then stores nothing. */
class Outdated extends Error {
  readonly fresh: Pick<Question, 'basis' | 'comment'>
  constructor(fresh: Outdated['fresh']) {
    super('what it was judged by has changed')
    this.fresh = fresh
  }
}

interface Dependencies {
  readonly docstore: Docstore
  readonly assets: Pick<AssetsService, 'settingsOf'>
  readonly clock: Clock
  readonly moderate: (submission: Submission) => Promise<Judgement>
}

export function createJudging({ docstore, assets, clock, moderate }: Dependencies): Judging {
  const users = docstore.collection<User>('users')
  const discussions = docstore.collection<Asset>('assets')
  const permits = createPermissionCheck({ now: () => clock.now().getTime() })

  async function placeOf(id: string, options: { session?: Session } = {}): Promise<Place> {
    const asset = await discussions.findOne({ id }, options)
    if (!asset) throw new NotFoundError('The discussion')
    return around(asset)
  }

  const around = async (asset: Asset): Promise<Place> => ({
    asset,
    settings: (await assets.settingsOf(asset)) as Place['settings'],
  })

  /** Who is in no store, such as the system, is as they are. */
  async function authorNow(author: User, session: Session): Promise<User> {
    const found = await users.findOne({ id: author.id }, { session })
    if (!found && (await isBeingDeleted(docstore, author.id, session))) throw new NotAuthorizedError()
    return found ?? author
  }

  async function run(
    { basis: { author, asset, settings }, status = null, actions = [], ...about }: Question,
    again: boolean,
  ): Promise<Judgement> {
    const judgement = await moderate({
      body: about.body,
      parent_id: about.parent_id,
      comment: about.comment,
      author,
      asset,
      settings: { ...settings },
      status,
      now: clock.now(),
      again,
    })
    return { ...judgement, actions: [...actions, ...judgement.actions] }
  }

  return {
    basisOf: async (author, assetId) => ({ author, ...(await placeOf(assetId)), read_at: clock.now() }),
    async judge(question, store) {
      for (let asked = question, times = 1; ; times++) {
        const judgement = await run(asked, times > 1)
        try {
          return await store(async (session, comment) => {
            const author = await authorNow(asked.basis.author, session)
            const look = async (place: Place): Promise<Judgement> => {
              const basis: Basis = { author, ...place, read_at: clock.now() }
              if (isDeepStrictEqual(whatCounts(basis), whatCounts(asked.basis))) return judgement
              if (!permits(author, asked.permission)) throw new NotAuthorizedError()
              if (times < MOST_TIMES) throw new Outdated({ basis, comment: comment ?? null })
              return held(judgement, basis)
            }
            if (comment || times === MOST_TIMES)
              return look(await placeOf(comment?.asset_id ?? asked.basis.asset.id, { session }))
            return {
              ...judgement,
              confirm: async asset => {
                await look(await around(asset))
              },
            }
          }, asked.basis)
        } catch (error) {
          if (!(error instanceof Outdated)) throw error
          asked = { ...question, ...error.fresh }
        }
      }
    },
  }
}

/** What decides, of a basis. */
function whatCounts({ author: { status, roles, metadata }, asset, settings, read_at }: Basis) {
  return {
    status,
    roles,
    trust: metadata['trust'],
    id: asset.id,
    closedAt: asset.closedAt,
    closed: isClosed(asset, read_at),
    settings,
  }
}

/** Where nothing may be said it is refused; else it waits at least. */
function held(judgement: Judgement, { asset, settings, read_at: now }: Basis): Judgement {
  for (const phase of [assetClosed, commentingDisabled])
    void phase.run({ asset, settings, now } as CoreSubmission, undefined as never)
  return isVisible(judgement)
    ? { ...judgement, status: 'PREMOD', phase: null, reason: 'what it is judged by kept changing' }
    : judgement
}
