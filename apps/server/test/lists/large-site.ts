import type { Asset, Comment, CommentStatus, TagLink, User } from '@platform/plugin-sdk'
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
}

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
  platform.services.revisions.bumpAll()
  return { writer }
}

async function fillPeople({ services: { docstore } }: TestPlatform, { people }: SiteSize): Promise<void> {
  for (let first = 0; first < people; first += BATCH)
    await docstore.collection<User>('users').insertMany(
      Array.from({ length: Math.min(BATCH, people - first) }, (_, at) => {
        const n = first + at
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
      }),
    )
}

async function fillDiscussions({ services: { docstore } }: TestPlatform, size: SiteSize): Promise<void> {
  const { statuses, roots } = countsOf(size)
  const ids = ['large', ...Array.from({ length: size.discussions }, (_, n) => `a${n}`)]
  await docstore.collection<Asset>('assets').insertMany(
    ids.map((id, n) => {
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
    }),
  )
  const days = Array.from({ length: 30 }, (_, day) => dayOf(timeOf(day * 86_400)))
  for (const day of days)
    await docstore
      .collection(dailyCountsIndexes.collection)
      .insertMany(
        ids.map(asset_id => ({ asset_id, day, comments: 9, held: 1, rejected: 1, decided: 1, decision_seconds: 60 })),
      )
}

async function fillComments({ services: { docstore } }: TestPlatform, size: SiteSize, writer: string): Promise<void> {
  for (let first = 0; first < size.comments; first += BATCH)
    await docstore.collection<Comment>('comments').insertMany(
      Array.from({ length: Math.min(BATCH, size.comments - first) }, (_, at) => {
        const n = first + at
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
      }),
    )
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
