import type { Collection } from '@platform/docstore'
import type { Action, Asset, Comment, CommentStatus, TagLink, User } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { newAsset } from '../../src/features/assets/model.ts'
import { wordsOf } from '../../src/features/assets/words.ts'
import { dailyCountsIndexes, dayOf } from '../../src/features/comments/counts/daily.ts'
import { newComment } from '../../src/features/comments/model.ts'
import { newUser } from '../../src/features/users/model.ts'

const BATCH = 5_000
const FEATURED: TagLink = {
  tag: {
    name: 'FEATURED',
    permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR'] },
    models: ['COMMENTS'],
    created_at: new Date(0),
  },
  assigned_by: 'u9',
  created_at: new Date(0),
}
const START = Date.parse('2026-01-01T00:00:00.000Z')

export interface SiteSize {
  readonly comments: number
  /** The comments of the discussion `large`, from `c0` on; the others are in `a0`, `a1` and so on. */
  readonly largest: number
  readonly discussions: number
  /** The accounts `u0`, `u1` and so on. */
  readonly people: number
  /** The discussions `q0`, `q1` and so on, which nobody has commented on. */
  readonly quiet?: number
  /** How many people liked each comment of {@link POPULAR}, and how many flagged it. */
  readonly liked?: number
  readonly flagged?: number
}

/** Comments that many have acted on; the operations that are asked name them. */
export const POPULAR: readonly string[] = ['c0', 'c1', 'c2', 'c300', 'c302', 'c1000']

/** A user whose comments are every thousandth one, and the ids of some records. */
export interface LargeSite {
  readonly writer: TestUser
}

/** Fills a platform with a site in use, in which nearly every comment is NONE and unflagged. */
export async function fillLargeSite(platform: TestPlatform, size: SiteSize): Promise<LargeSite> {
  const writer = await platform.createUser()
  await fillPeople(platform, size)
  await fillDiscussions(platform, size)
  await fillComments(platform, size, writer.user.id)
  for (const id of POPULAR) await fillActions(platform, id, size)
  platform.services.revisions.bumpAll()
  return { writer }
}

async function fillPeople({ services: { docstore } }: TestPlatform, { people }: SiteSize): Promise<void> {
  await insertMany(docstore.collection<User>('users'), people, n => {
    const user = newUser(
      {
        id: `u${n}`,
        // Names begin with all letters, and many with the same.
        username: `${n % 2 === 0 ? 'reader' : String.fromCharCode(97 + (n % 26))}_${n}`,
        roles: n % 2_000 === 9 ? ['MODERATOR'] : [],
        profiles: [{ id: `reader_${n}@test.example`, provider: 'local' }],
      },
      timeOf(n),
    )
    user.status.banned.status = n % 600 === 5
    return { ...user, ...(n % 500 === 7 ? { action_counts: { flag: 1 } } : {}) }
  })
}

/** Inserts many records, some at a time. */
async function insertMany<T extends object>(
  collection: Collection<T>,
  count: number,
  make: (n: number) => T,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH)
    await collection.insertMany(Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => make(first + at)))
}

async function fillDiscussions({ services: { docstore } }: TestPlatform, size: SiteSize): Promise<void> {
  const { statuses, roots } = countsOf(size)
  const discussed = ['large', ...Array.from({ length: size.discussions }, (_, n) => `a${n}`)]
  const ids = [...discussed, ...Array.from({ length: size.quiet ?? 0 }, (_, n) => `q${n}`)]
  await insertMany(docstore.collection<Asset>('assets'), ids.length, n => {
    const id = ids[n]!
    const url = `http://localhost/${id}`
    const title = n % 60 === 4 ? 'The life of bees' : `Something else ${n}`
    const own = statuses.get(id) ?? {}
    const total = (own['NONE'] ?? 0) + (own['ACCEPTED'] ?? 0)
    return {
      ...newAsset(timeOf(n), n % 3 === 0 ? timeOf(n) : null),
      id,
      url,
      title,
      words: wordsOf({ url, title }),
      comment_counts: { total, roots: roots.get(id) ?? 0, statuses: own },
    }
  })
  const days = Array.from({ length: 30 }, (_, day) => dayOf(timeOf(day * 86_400)))
  for (const day of days)
    await docstore.collection(dailyCountsIndexes.collection).insertMany(
      discussed.map(asset_id => ({
        asset_id,
        day,
        comments: 9,
        held: 1,
        rejected: 1,
        decided: 1,
        decision_seconds: 60,
      })),
    )
}

async function fillComments({ services: { docstore } }: TestPlatform, size: SiteSize, writer: string): Promise<void> {
  await insertMany(docstore.collection<Comment>('comments'), size.comments, n => {
    const draft = {
      id: `c${n}`,
      asset_id: assetOf(size, n),
      author_id: n % 1_000 === 0 ? writer : `u${n % size.people}`,
      parent_id: parentOf(size, n),
      body: `Comment ${n} about something that people talk about`,
      status: statusOf(n),
    } as const
    const made = newComment(draft, timeOf(n))
    return {
      ...made,
      action_counts: { ...(n % 500 === 11 ? { flag: 1 } : {}), ...(n % 8 === 0 ? { respect: n % 13 } : {}) },
      tags: n % 40 === 21 ? [FEATURED] : [],
    }
  })
}

async function fillActions({ services: { docstore } }: TestPlatform, id: string, size: SiteSize): Promise<void> {
  const { liked = 0, flagged = 0 } = size
  if (liked + flagged === 0) return
  await insertMany(docstore.collection<Action>('actions'), liked + flagged, n => ({
    id: `${id} ${n}`,
    item_id: id,
    item_type: 'COMMENTS' as const,
    action_type: n < liked ? 'RESPECT' : 'FLAG',
    group_id: n < liked ? null : 'COMMENT_SPAM',
    user_id: `u${n % size.people}`,
    metadata: {},
    created_at: timeOf(n),
    updated_at: timeOf(n),
  }))
  const action_counts = { respect: liked, flag: flagged, flag_comment_spam: flagged }
  await docstore.collection<Comment>('comments').updateOne({ id }, { $set: { action_counts } })
}

function countsOf(size: SiteSize) {
  const statuses = new Map<string, Record<string, number>>()
  const roots = new Map<string, number>()
  for (let n = 0; n < size.comments; n++) {
    const [asset, status] = [assetOf(size, n), statusOf(n)]
    const own = statuses.get(asset) ?? {}
    own[status] = (own[status] ?? 0) + 1
    statuses.set(asset, own)
    const isRoot = parentOf(size, n) === null && (status === 'NONE' || status === 'ACCEPTED')
    if (isRoot) roots.set(asset, (roots.get(asset) ?? 0) + 1)
  }
  return { statuses, roots }
}

const timeOf = (n: number) => new Date(START + n * 1_000)
const statusOf = (n: number): CommentStatus =>
  n % 50 === 7 ? 'PREMOD' : n % 40 === 3 ? 'REJECTED' : n % 100 === 9 ? 'ACCEPTED' : 'NONE'
const assetOf = ({ largest, discussions }: SiteSize, n: number) => (n < largest ? 'large' : `a${n % discussions}`)

/** Each third comment is a reply to one that is none. */
function parentOf({ largest, discussions }: SiteSize, n: number): string | null {
  if (n % 3 !== 2) return null
  if (n < largest) return `c${n - (n % 300)}`
  return n - discussions < largest ? null : `c${n - discussions}`
}
