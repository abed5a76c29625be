import {
  type Action,
  type Asset,
  type Comment,
  type CommentStatus,
  defineReaction,
  type User,
} from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { readSiteCounts } from '#server/features/comments/counts/site-making'

const PEOPLE = 6
const ASSETS = 3
const STATUSES: CommentStatus[] = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD']

/** The same numbers on every run. */
export function randomly(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

export async function openWorkload(directory: string, env: Record<string, string> = {}): Promise<TestPlatform> {
  const platform = await createTestPlatform({ directory, env, plugins: [defineReaction('respect')] })
  // From now on every step has to move the counts of the site, which would be set right if they were first read later.
  await readSiteCounts(platform.services.docstore)
  return platform
}

/** In each of the `rounds`, users do eight random things at the same time. Calls `done` after each that succeeded. */
export async function operate(
  platform: TestPlatform,
  { seed, rounds, done = () => {} }: { seed: number; rounds: number; done?: () => void },
): Promise<void> {
  const { docstore, composition } = platform.services
  const random = randomly(seed)
  const pick = <T>(list: readonly T[]) => list[random(list.length)]!
  const collection = <T extends object>(name: string) => docstore.collection<T>(name)
  for (let i = await collection('users').countDocuments({}); i < PEOPLE; i++)
    await platform.createUser({
      username: `person_${seed}_${i}`,
      roles: i === 0 ? ['ADMIN'] : i === 1 ? ['MODERATOR'] : [],
    })
  const assets: Asset[] = []
  for (let i = 0; i < ASSETS; i++)
    assets.push(
      await platform.createAsset({ url: `http://localhost/${i}`, settings: i === 1 ? { moderation: 'PRE' } : {} }),
    )
  const moderators = await collection<User>('users')
    .find({ roles: { $in: ['ADMIN', 'MODERATOR'] } })
    .toArray()

  async function one(): Promise<void> {
    const people = await collection<User>('users').find({ roles: 'COMMENTER' }).toArray()
    const comments = await collection<Comment>('comments')
      .find({ deleted_at: null }, { sort: { created_at: -1 }, limit: 30 })
      .toArray()
    const as = (user: User) => composition.createContext({ user }).mutators
    const [person, moderator, comment] = [pick(people), pick(moderators), comments.length > 0 ? pick(comments) : null]
    const kind = random(20)
    if (!comment || kind < 7) {
      const parent = comment && random(2) ? comment : null
      await as(person).Comment.create({
        asset_id: parent?.asset_id ?? pick(assets).id,
        parent_id: parent?.id ?? null,
        body: `something ${random(1_000)}`,
        ...(random(4) ? {} : { actions: [{ action_type: 'FLAG', group_id: 'SUSPECT_WORD' }] }),
      })
    } else if (kind < 11) await as(moderator).Comment.setStatus({ id: comment.id, status: pick(STATUSES) })
    else if (kind < 13)
      await as(people.find(user => user.id === comment.author_id) ?? person).Comment.edit({
        id: comment.id,
        asset_id: comment.asset_id,
        edit: {
          body: `changed ${random(1_000)}`,
          ...(random(2) ? {} : { actions: [{ action_type: 'FLAG', group_id: 'SUSPECT_WORD' }] }),
        },
      })
    else if (kind < 17)
      await as(person).Action.create({
        item_id: comment.id,
        item_type: 'COMMENTS',
        action_type: pick(['RESPECT', 'FLAG', 'DONTAGREE']),
        group_id: null,
      })
    else if (kind < 18)
      await as(person).Action.create({
        item_id: pick(people).id,
        item_type: 'USERS',
        action_type: 'FLAG',
        group_id: 'USERNAME_SPAM',
      })
    else if (kind < 19 || random(40) > 0) {
      const action = await collection<Action>('actions').findOne({ user_id: person.id })
      if (action) await as(person).Action.delete({ id: action.id })
    } else {
      await as(moderators.find(user => user.roles.includes('ADMIN'))!).User.del(person.id)
      await platform.createUser()
    }
  }

  for (let round = 0; round < rounds; round++)
    await Promise.all(Array.from({ length: 8 }, () => one().then(done, refused)))
}

/** What may be refused, because others were faster. */
const EXPECTED = [
  'NOT_FOUND',
  'NOT_AUTHORIZED',
  'ALREADY_EXISTS',
  'COMMENT_PARENT_NOT_VISIBLE',
  'EDIT_WINDOW_ENDED',
  'USERNAME_IN_USE',
  'EMAIL_IN_USE',
]

function refused(error: { code?: string }): void {
  if (!EXPECTED.includes(error.code ?? '')) throw error
}
