import type { Asset, Comment, User, UserRole } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import { STANDINGS, type Standing, standAs } from './standing.ts'

export const ROLES: readonly UserRole[] = ['COMMENTER', 'STAFF', 'MODERATOR', 'ADMIN']

/** Somebody who tries everything. */
export interface Caller {
  /** As a column of the page is called; of an administrator for the standings. */
  readonly column: string
  readonly role: UserRole | null
  readonly user: User | null
  /** A comment of theirs. */
  readonly own: Comment
}

/** What there is to be tried on. */
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
  await services.comments.setStatus(boss.user, hidden.id, 'REJECTED')
  await services.erasure.request(boss.user, gone.user.id)
  await services.deletionRequests.request(author.user.id)
  await platform.mails()

  let made = 0
  async function caller(column: string, role: UserRole): Promise<Caller> {
    const username = `caller_${++made}`
    const { user } = await platform.createUser({ username, roles: [role] })
    // As the page says, they have had their names for long.
    await docstore.collection<User>('users').updateOne({ id: user.id }, { $set: { 'status.username.history': [] } })
    const own = await platform.createComment({ asset, author: { user, token: '' }, body: `Written by ${username}` })
    if ((STANDINGS as readonly string[]).includes(column)) await standAs(platform, user, column as Standing)
    return { column, role, user, own }
  }
  const callers: Caller[] = [{ column: 'anonymous', role: null, user: null, own: visible }]
  for (const role of ROLES) callers.push(await caller(role === 'ADMIN' ? 'administrator' : role.toLowerCase(), role))
  for (const standing of STANDINGS) for (const role of ROLES) callers.push(await caller(standing, role))
  await services.settings.update({ requireEmailConfirmation: true })
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
