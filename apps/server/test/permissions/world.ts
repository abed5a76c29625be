import type { Asset, Comment, User, UserRole } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import type { WithAttachment } from '#server/features/accounts/profile'
import { ACCOUNT_STATUSES, type AccountStatus, setAccountStatus } from './account-status.ts'

export const ROLES: readonly UserRole[] = ['COMMENTER', 'STAFF', 'MODERATOR', 'ADMIN']

/** A caller who tries every row. */
export interface Caller {
  /** The name of the page's column; for the account statuses, that of the column of administrators. */
  readonly column: string
  readonly role: UserRole | null
  readonly user: User | null
  /** A comment that the caller wrote. */
  readonly own: Comment
  /** Another one, which the caller deletes. */
  readonly unwanted: Comment
}

/** The records on which the callers try the rows. */
export interface World {
  readonly asset: Asset
  readonly author: User
  readonly doomed: User
  readonly visible: Comment
  readonly hidden: Comment
  readonly deleted: Comment
  readonly callers: readonly Caller[]
}

export async function makeWorld(platform: TestPlatform): Promise<World> {
  const { services } = platform
  const { docstore } = services
  const boss = await platform.createUser({ roles: ['ADMIN'] })
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const gone = await platform.createUser()
  const doomed = await platform.createUser()
  const [visible, hidden, deleted] = [
    await platform.createComment({ asset, author }),
    await platform.createComment({ asset, author, body: 'To be hidden' }),
    await platform.createComment({ asset, author: gone }),
  ]
  await services.comments.setStatus(boss.user, hidden.id, { status: 'REJECTED', reason: 'Off the subject' })
  await services.erasure.request(boss.user, gone.user.id)
  await services.deletionRequests.request(author.user.id)
  await services.downloads.request(author.user, null)
  await docstore
    .collection<WithAttachment>('users')
    .updateOne({ id: author.user.id }, { $set: { attaching: { email: 'waiting@test.example', password: 'a hash' } } })
  await platform.mails()

  let made = 0
  async function caller(column: string, role: UserRole): Promise<Caller> {
    const username = `caller_${++made}`
    const { user } = await platform.createUser({ username, roles: [role] })
    // The page is about users whose last change of the username is more than 14 days old.
    await docstore.collection<User>('users').updateOne({ id: user.id }, { $set: { 'status.username.history': [] } })
    const own = await platform.createComment({ asset, author: { user, token: '' }, body: `Written by ${username}` })
    const unwanted = await platform.createComment({
      asset,
      author: { user, token: '' },
      body: `Unwanted by ${username}`,
    })
    if ((ACCOUNT_STATUSES as readonly string[]).includes(column))
      await setAccountStatus(platform, user, column as AccountStatus)
    return { column, role, user, own, unwanted }
  }
  const callers: Caller[] = [{ column: 'anonymous', role: null, user: null, own: visible, unwanted: visible }]
  for (const role of ROLES) callers.push(await caller(role === 'ADMIN' ? 'administrator' : role.toLowerCase(), role))
  for (const status of ACCOUNT_STATUSES) for (const role of ROLES) callers.push(await caller(status, role))
  await services.settings.update({ requireEmailConfirmation: true, banMessage: 'Banned.', suspensionMessage: 'Wait.' })
  return {
    asset,
    author: author.user,
    doomed: doomed.user,
    visible,
    hidden,
    deleted: (await services.commentsReader.findByIds([deleted.id]))[0]!,
    callers,
  }
}
