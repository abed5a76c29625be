import { createHash } from 'node:crypto'
import type { Config } from '@platform/config'
import { type Docstore, isDuplicateKeyError, type Session } from '@platform/docstore'
import { type Jobs, NotFoundError, type User } from '@platform/plugin-sdk'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Events } from '../../pubsub/events.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { ERASE_BATCH } from '../erase-steps.ts'
import { appended } from '../history.ts'
import { assertDecidesAbout } from '../users/authority.ts'
import { fetchPicture } from './fetch-picture.ts'
import type { FetchingAvatar } from './jobs.ts'
import type { Avatar } from './model.ts'

/** The pictures of users, which come from the providers by which they sign in. */
export interface AvatarsService {
  /**
   * Takes note of the picture that a provider named at a sign-in; `null` says that there is none, and `undefined` that
   * it is unknown. A picture that is new is read in the background. A failure to queue that is only logged.
   */
  offer(user: User, picture: string | null | undefined): Promise<void>
  /** Reads a picture and stores it. The work of the job `avatars.fetch`. */
  load(job: FetchingAvatar, signal: AbortSignal): Promise<void>
  /** The picture of an address, a JPEG; `null` when it is gone. */
  read(avatarId: string): Promise<Buffer | null>
  /**
   * Removes the picture of a user, after which no other is read; doing it again changes nothing.
   *
   * @throws NotFoundError; NotAuthorizedError for an actor who may not decide about the user.
   */
  remove(actor: User, userId: string): Promise<void>
  /** Queues the removal of all pictures on a site that has none. */
  clear(): Promise<void>
  /** Removes some pictures of the site. @returns how many; 0 when none is left. */
  clearSome(): Promise<number>
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly events: Events
  readonly outbound: Outbound
  readonly revisions: Revisions
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
}

/** The longest address of a picture that is read. */
const LONGEST_ADDRESS = 2_000

export function createAvatars(needed: Dependencies): AvatarsService {
  const { config, docstore, events, jobs, clock, log, revisions } = needed
  const users = docstore.collection<User>('users')
  const avatars = docstore.collection<Avatar>('avatars')
  const mayRead = (avatar: Avatar | null, source: string | null) =>
    avatar === null ? source !== null : avatar.removals.length === 0 && avatar.source !== source

  async function isNews(userId: string, picture: string | null): Promise<boolean> {
    return mayRead(await avatars.findOne({ id: userId }), picture === null ? null : digest(picture))
  }

  return {
    async offer({ id }, picture) {
      if (!config.avatars || picture === undefined || (picture?.length ?? 0) > LONGEST_ADDRESS) return
      try {
        // A picture that waits for another attempt is not the one that the provider names now.
        await jobs.withdraw('avatars.fetch', id)
        if (await isNews(id, picture)) await jobs.add('avatars.fetch', { userId: id, url: picture }, { key: id })
      } catch (error) {
        log.warn({ err: error, user: id }, 'a picture is not read')
      }
    },
    async load({ userId, url }, signal) {
      if (!config.avatars || !(await isNews(userId, url))) return
      const picture = url === null ? null : await fetchPicture({ url, signal }, needed)
      await store(needed, { userId, picture, source: url === null ? null : digest(url) })
    },
    async read(avatarId) {
      const avatar = config.avatars && avatarId !== '' ? await avatars.findOne({ avatar_id: avatarId }) : null
      return avatar?.bytes ? Buffer.from(avatar.bytes, 'base64') : null
    },
    async remove(actor, userId) {
      const now = clock.now()
      const shown = await docstore.transaction(async session => {
        const user = await users.findOne({ id: userId }, { session })
        if (!user) throw new NotFoundError('The user')
        if (actor.id !== userId) assertDecidesAbout(actor, user)
        const avatar = await avatars.findOne({ id: userId }, { session })
        if (avatar && avatar.removals.length > 0) return null
        await avatars.updateOne(
          { id: userId },
          {
            $set: { source: null, avatar_id: null, bytes: null },
            $push: { removals: appended({ assigned_by: actor.id, created_at: now }) },
            $setOnInsert: { stored_at: null },
          },
          { upsert: true, session },
        )
        await users.updateOne({ id: userId }, { $set: { avatar_id: null, updated_at: now } }, { session })
        return avatar?.avatar_id ?? null
      })
      revisions.bump('users')
      if (shown !== null) await events.publish('avatarRemoved', { id: userId })
    },
    async clear() {
      if (!config.avatars) await jobs.add('avatars.clear', {}, { key: 'all' })
    },
    clearSome: () => clearSome(needed),
  }
}

interface Fetched {
  readonly userId: string
  readonly picture: Buffer | null
  readonly source: string | null
}

/** Stores the picture of a user who still is there and has not removed it meanwhile. */
async function store(
  { docstore, clock, revisions }: Pick<Dependencies, 'docstore' | 'clock' | 'revisions'>,
  { userId, picture, source }: Fetched,
): Promise<void> {
  const now = clock.now()
  const fields = {
    source,
    avatar_id: picture && addressOf(userId, picture),
    bytes: picture?.toString('base64') ?? null,
    ...(picture ? { stored_at: now } : {}),
  }
  const write = async (session: Session) => {
    const { matchedCount } = await docstore
      .collection<User>('users')
      .updateOne({ id: userId }, { $set: { avatar_id: fields.avatar_id } }, { session })
    if (matchedCount === 0) return
    await docstore
      .collection<Avatar>('avatars')
      .updateOne(
        { id: userId, removals: [] },
        { $set: fields, $setOnInsert: picture ? {} : { stored_at: null } },
        { upsert: true, session },
      )
  }
  try {
    await docstore.transaction(write)
    revisions.bump('users')
  } catch (error) {
    // The record is there and was not found, because the picture was removed while it was read.
    if (!isDuplicateKeyError(error)) throw error
  }
}

async function clearSome({ docstore, revisions }: Pick<Dependencies, 'docstore' | 'revisions'>): Promise<number> {
  const avatars = docstore.collection<Avatar>('avatars')
  const batch = await avatars.find({ avatar_id: { $gt: '' } }, { limit: ERASE_BATCH, projection: { id: 1 } }).toArray()
  const ids = batch.map(({ id }) => id)
  if (ids.length === 0) return 0
  await docstore.transaction(async session => {
    await docstore
      .collection<User>('users')
      .updateMany({ id: { $in: ids } }, { $set: { avatar_id: null } }, { session })
    await avatars.updateMany(
      { id: { $in: ids } },
      { $set: { source: null, avatar_id: null, bytes: null } },
      { session },
    )
  })
  revisions.bump('users')
  return ids.length
}

/** Addresses at providers are not stored, because they may have names and keys in them. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * The part of the address that names a picture, so that browsers may keep it for ever. It differs for two users with
 * the same picture, so that the removal of one does not concern the other.
 */
function addressOf(userId: string, picture: Buffer): string {
  return createHash('sha256').update(`${userId} `).update(picture).digest('base64url').slice(0, 16)
}
