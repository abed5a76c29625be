import { setTimeout } from 'node:timers/promises'
import type { Asset, Comment, CommentStatus, User, UserRole } from '@platform/plugin-sdk'
import type { Platform } from '../main/platform.ts'
import type { Clock } from '../runtime/clock.ts'

/** A user to act as, with the session token of that user. */
export interface TestUser {
  readonly user: User
  readonly token: string
}

export interface TestAccount {
  readonly username?: string
  readonly roles?: readonly UserRole[]
}

export interface TestAsset {
  readonly url?: string
  readonly closedAt?: Date | null
  /** Settings of this asset that differ from those of the site. */
  readonly settings?: Record<string, unknown>
}

export interface TestComment {
  readonly asset: Pick<Asset, 'id'>
  /** Default: a new user. */
  readonly author?: TestUser
  readonly parent?: Pick<Comment, 'id'>
  /** Default: a text that no other comment has. */
  readonly body?: string
  readonly tags?: readonly string[]
  /** The status that the comment gets; comments of staff are accepted all the same. */
  readonly status?: CommentStatus
}

/**
 * Makes the records that a test starts from, through the services, so that counters and histories are right. Users and
 * comments that are made one after the other have times of their own, so that lists have them in one order; where the
 * clock stands still, a test advances it.
 */
export interface MakeRecords {
  /** Makes an account and signs it in; its password is `a long enough password`. */
  createUser(account?: TestAccount): Promise<TestUser>
  /** Signs a user in again, because a role, a ban or a suspension ends all earlier sessions. */
  signIn(account: Pick<TestUser, 'user'>): Promise<TestUser>
  /** Makes an asset, at an address of its own unless `url` is given. */
  createAsset(asset?: TestAsset): Promise<Asset>
  /** Posts a comment. */
  createComment(comment: TestComment): Promise<Comment>
}

let made = 0

export function makeRecords({ services, docstore }: Platform, clock: Clock): MakeRecords {
  let latest: number | undefined
  async function later<R extends { readonly created_at: Date }>(make: () => Promise<R>): Promise<R> {
    if (clock.now().getTime() === latest) await setTimeout(2)
    const record = await make()
    latest = record.created_at.getTime()
    return record
  }
  async function createUser({ username = `person_${++made}`, roles = [] }: TestAccount = {}): Promise<TestUser> {
    const user = await later(() =>
      services.users.createLocal({
        email: `${username}@test.example`,
        username,
        password: 'a long enough password',
        roles,
        confirmed: true,
      }),
    )
    return { user, token: (await services.sessions.begin(user)).token }
  }
  return {
    createUser,
    async signIn({ user: { id } }) {
      const user = (await services.users.findById(id))!
      return { user, token: (await services.sessions.begin(user)).token }
    },
    async createAsset({ url = `http://localhost/article-${++made}`, ...fields } = {}) {
      const asset = await services.assets.findOrCreateByUrl(url)
      if (Object.keys(fields).length === 0) return asset
      return (await docstore
        .collection<Asset>('assets')
        .findOneAndUpdate({ id: asset.id }, { $set: fields }, { returnDocument: 'after' }))!
    },
    async createComment({ asset, author, parent, body = `What I think about this, number ${++made}`, tags, status }) {
      const { user } = author ?? (await createUser())
      return later(() =>
        services.comments.create(user, {
          asset_id: asset.id,
          parent_id: parent?.id ?? null,
          body,
          tags: tags ?? [],
          status: status ?? null,
        }),
      )
    },
  }
}
