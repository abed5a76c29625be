import type { Docstore } from '@platform/docstore'
import { type Asset, NotFoundError, type Publisher, type User } from '@platform/plugin-sdk'
import { parseInput } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { appended } from '../history.ts'
import { assetStatusInput } from './input.ts'
import { isClosed } from './model.ts'
import { ASSET_TRANSITIONS, transitionTo } from './transitions.ts'

/** The user who opens or closes a discussion; `null` for the command line. */
export type Closer = Pick<User, 'id'> | null

/** Opens and closes discussions. No other code makes the transitions of {@link ASSET_TRANSITIONS}. */
export interface Closing {
  /**
   * Sets when the discussion closes, and the message that readers see then. A value that is not given stays. Values
   * that are stored already change nothing, and no event is published.
   *
   * @throws BadUserInputError that names every bad value; NotFoundError.
   */
  updateStatus(id: string, values: Readonly<Record<string, unknown>>, actor: Closer): Promise<Asset>
  /** Closes the discussion now, unless it is closed. @throws NotFoundError */
  close(id: string, actor: Closer): Promise<Asset>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

export function createClosing({ docstore, revisions, events, clock }: Dependencies): Closing {
  const assets = docstore.collection<Asset>('assets')

  /** Stores what `wanted` makes of the discussion as it is stored now. */
  async function make(
    id: string,
    actor: Closer,
    wanted: (before: Asset, now: Date) => { closedAt: Date | null; closedMessage: string | null },
  ): Promise<Asset> {
    const { after, transition, changed } = await docstore.transaction(async session => {
      const before = await assets.findOne({ id }, { session })
      if (!before) throw new NotFoundError('The discussion')
      const now = clock.now()
      const { closedAt, closedMessage } = wanted(before, now)
      const transition = transitionTo(closedAt, before, now)
      if (transition === null && closedMessage === before.closedMessage)
        return { after: before, transition, changed: false }
      const entry = { closedAt, assigned_by: actor?.id ?? null, created_at: now }
      const after = await assets.findOneAndUpdate(
        { id },
        {
          $set: { closedAt, closedMessage, updated_at: now },
          ...(transition ? { $push: { status_history: appended(entry) } } : {}),
        },
        { session, returnDocument: 'after' },
      )
      if (!after) throw new NotFoundError('The discussion')
      return { after, transition, changed: true }
    })
    if (changed) revisions.bump(`asset:${id}`, 'assets')
    const event = transition ? ASSET_TRANSITIONS[transition].event : 'assetStatusChanged'
    if (changed) await events.publish(event, { id, asset_id: id })
    return after
  }

  return {
    async updateStatus(id, values, actor) {
      const given = parseInput(assetStatusInput, values)
      return make(id, actor, before => ({
        closedAt: given.closedAt === undefined ? before.closedAt : given.closedAt,
        closedMessage: given.closedMessage === undefined ? before.closedMessage : given.closedMessage,
      }))
    },
    close: (id, actor) =>
      make(id, actor, (before, now) => ({
        closedAt: isClosed(before, now) ? before.closedAt : now,
        closedMessage: before.closedMessage,
      })),
  }
}
