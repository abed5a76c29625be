import type { Asset, Comment, CommentStatus, User, UserRole } from '@platform/plugin-sdk'
import type { Platform } from '../main/platform.ts'

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
  /** Settings that differ from the site's. */
  readonly settings?: Record<string, unknown>
}

export interface TestComment {
  readonly asset: Pick<Asset, 'id'>
  /** Default: somebody new. */
  readonly author?: TestUser
  readonly parent?: Pick<Comment, 'id'>
  readonly body?: string
  readonly tags?: readonly string[]
  /** The status it gets; the pipeline still decides about staff. */
  readonly status?: CommentStatus
}

/** Makes what a test starts from, through the services: counters, histories and defaults are the true ones. */
export interface MakeRecords {
  /** Makes an account and signs it in; its password is `a long enough password`. */
  createUser(account?: TestAccount): Promise<TestUser>
  /** Signs somebody in anew: a role, a ban or a suspension ends the sessions from before. */
  signIn(somebody: Pick<TestUser, 'user'>): Promise<TestUser>
  /** Opens a discussion. */
  createAsset(asset?: TestAsset): Promise<Asset>
  /** Posts a comment. */
  createComment(comment: TestComment): Promise<Comment>
}

let made = 0

export function makeRecords({ services, docstore }: Platform): MakeRecords {
  async function createUser({ username = `person_${++made}`, roles = [] }: TestAccount = {}): Promise<TestUser> {
    const user = await services.users.createLocal({
      email: `${username}@test.example`,
      username,
      password: 'a long enough password',
      roles,
      confirmed: true,
    })
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
    async createComment({ asset, author, parent, body = 'What I think about this', tags, status }) {
      const { user } = author ?? (await createUser())
      return services.comments.create(user, {
        asset_id: asset.id,
        parent_id: parent?.id ?? null,
        body,
        tags: tags ?? [],
        status: status ?? null,
      })
    },
  }
}
