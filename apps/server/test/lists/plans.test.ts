import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith, type Need } from '../../../../test/needs.ts'
import { newAsset } from '../../src/features/assets/model.ts'
import { wordsOf } from '../../src/features/assets/words.ts'
import { newComment } from '../../src/features/comments/model.ts'
import { newUser } from '../../src/features/users/model.ts'
import { LIMITS } from '../../src/graphql/limits.ts'
import { serverParts } from '../client-parts/default-list.ts'
import { type Asked, type Listener, listenTo, plansOf } from './plans.ts'

const mongo = await startMongo()
afterAll(mongo.stop)
const folder = await mkdtemp(join(tmpdir(), 'platform-lists-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const COMMENTS = 4_000
/** The most documents that may be examined for a page: a hundredth of all comments. */
const MOST = COMMENTS / 100
const START = Date.parse('2026-03-01T12:00:00.000Z')
const at = (n: number) => new Date(START + n * 1_000)

/** A site in use: nearly everything is NONE and unflagged, the rest is what moderators look for. */
async function fill({ services: { docstore } }: TestPlatform): Promise<void> {
  const status = (n: number) =>
    n % 25 === 0
      ? 'REJECTED'
      : n % 40 === 1
        ? 'PREMOD'
        : n % 80 === 2
          ? 'SYSTEM_WITHHELD'
          : n % 50 === 3
            ? 'ACCEPTED'
            : 'NONE'
  const flagged = (n: number) => n % 50 === 7
  await docstore.collection<User>('users').insertMany(
    Array.from({ length: 1_000 }, (_, n) => {
      const user = newUser(
        {
          id: `u${n}`,
          username: `reader_${n}`,
          roles: n % 200 === 9 ? ['MODERATOR'] : [],
          profiles: [{ id: `reader_${n}@test.example`, provider: 'local' }],
        },
        at(n),
      )
      user.status.banned.status = n % 60 === 5
      user.status.alwaysPremod.status = n % 70 === 6
      if (n % 80 === 7) user.status.suspension.until = new Date('2030-01-01T00:00:00.000Z')
      if (n % 90 === 8) user.status.username.status = 'CHANGED'
      if (n % 90 === 9) user.status.username.status = 'UNSET'
      return { ...user, ...(flagged(n) ? { action_counts: { flag: 1 } } : {}) }
    }),
  )
  await docstore.collection<Asset>('assets').insertMany(
    Array.from({ length: 500 }, (_, n) => {
      const url = `http://localhost/story/${n}`
      const title = n % 60 === 4 ? 'The life of bees' : 'Something else'
      return { ...newAsset(at(n), n % 2 === 0 ? null : at(n)), id: `a${n}`, url, title, words: wordsOf({ url, title }) }
    }),
  )
  await docstore.collection<Comment>('comments').insertMany(
    Array.from({ length: COMMENTS }, (_, n) => {
      // A hundred in each of forty discussions; replies are below the first one.
      const draft = {
        id: `c${n}`,
        asset_id: `a${n % 40}`,
        author_id: `u${n % 200}`,
        parent_id: n % 3 === 2 && n >= 40 ? `c${n % 40}` : null,
        body: `Comment ${n}`,
        status: status(n),
      } as const
      return {
        ...newComment(draft, at(n)),
        ...(n < 40 ? { reply_count: 33 } : {}),
        ...(flagged(n) ? { action_counts: { flag: 1, flag_comment_spam: 1 } } : {}),
        ...(n % 100 === 11
          ? {
              tags: [
                {
                  tag: {
                    name: 'BEST',
                    permissions: { public: true, self: false, roles: [] },
                    models: ['COMMENTS'],
                    created_at: at(0),
                  },
                  assigned_by: 'u9',
                  created_at: at(n),
                },
              ],
            }
          : {}),
      } as Comment
    }),
  )
  await docstore.collection<Action>('actions').insertMany(
    Array.from(
      { length: COMMENTS },
      (_, n): Action => ({
        id: `x${n}`,
        item_id: n % 50 === 7 ? `c${n}` : `gone${n}`,
        item_type: 'COMMENTS',
        action_type: 'FLAG',
        group_id: 'COMMENT_SPAM',
        user_id: `u${n % 500}`,
        metadata: {},
        created_at: at(n),
        updated_at: at(n),
      }),
    ),
  )
  await docstore.collection<Action>('actions').insertMany(
    Array.from(
      { length: 20 },
      (_, n): Action => ({
        id: `y${n}`,
        item_id: `u${7 + 50 * n}`,
        item_type: 'USERS',
        action_type: 'FLAG',
        group_id: 'USERNAME_SPAM',
        user_id: 'u1',
        metadata: {},
        created_at: at(n),
        updated_at: at(n),
      }),
    ),
  )
}

/**
 * Each list with the index of its items that answers it; how many documents are looked at for a page of five is bounded
 * beside that.
 */
const LISTS: [field: 'comments' | 'users' | 'assets', query: Record<string, unknown>, index: string][] = [
  ['comments', { statuses: ['PREMOD'] }, 'status'],
  ['comments', { statuses: ['REJECTED'], sortOrder: 'ASC' }, 'status'],
  ['comments', { statuses: ['ACCEPTED'] }, 'accepted'],
  ['comments', { statuses: ['NONE', 'ACCEPTED'] }, 'newest'],
  ['comments', { statuses: null }, 'newest'],
  ['comments', { action_type: 'FLAG', statuses: ['NONE', 'PREMOD'] }, 'flagged'],
  ['comments', { author_id: 'u3', statuses: null }, 'author'],
  ['comments', { tags: ['BEST'] }, 'tags_newest'],
  ['comments', { tags: ['BEST', 'WORST'] }, 'tags_newest'],
  ['comments', { asset_id: 'a11', tags: ['BEST'] }, 'tags'],
  ['comments', { asset_id: 'a1', statuses: ['PREMOD'] }, 'asset_status'],
  ['comments', { asset_id: 'a3', statuses: ['ACCEPTED'] }, 'asset_accepted'],
  ['comments', { asset_id: 'a4', statuses: null, sortOrder: 'ASC' }, 'asset'],
  ['comments', { asset_id: 'a7', statuses: null, action_type: 'FLAG' }, 'asset_flagged'],
  ['comments', { asset_ids: ['a1', 'a2', 'a9'], statuses: ['PREMOD'] }, 'asset_status'],
  ['comments', { asset_ids: ['a7', 'a17'], statuses: null, action_type: 'FLAG' }, 'asset_flagged'],
  ['comments', { asset_ids: ['a4', 'a5'], statuses: null }, 'asset'],
  ['comments', { asset_id: 'a4', parent_id: null }, 'thread'],
  ['comments', { asset_id: 'a4', parent_id: null, sortBy: 'REPLIES' }, 'thread_replied'],
  ['comments', { asset_id: 'a4', parent_id: 'c4' }, 'thread'],
  ['users', {}, 'created'],
  ['users', { state: { role: 'MODERATOR' } }, 'roles'],
  ['users', { state: { status: { banned: true } } }, 'banned'],
  ['users', { state: { status: { suspended: true } } }, 'suspended'],
  ['users', { state: { status: { alwaysPremod: true } } }, 'premod'],
  ['users', { state: { status: { username: ['CHANGED'] } } }, 'username_status'],
  ['users', { state: { status: { username: ['UNSET'] } } }, 'username_unset'],
  ['users', { action_type: 'FLAG', state: { status: { username: ['SET', 'CHANGED'] } } }, 'flagged'],
  ['assets', {}, 'created'],
  ['assets', { value: 'bees' }, 'words'],
  ['assets', { open: true }, 'created'],
  ['assets', { open: false }, 'closing'],
]
/** What MongoDB tries with several indexes, and answers by the one that was faster on its first documents. */
const EMBEDDED: typeof LISTS = [
  ['comments', { asset_id: 'a1', author_id: 'u1', statuses: ['PREMOD', 'SYSTEM_WITHHELD'] }, 'author_status'],
]
const TYPES = { comments: 'CommentsQuery!', users: 'UsersQuery!', assets: 'AssetsQuery' }

const ACTIONS: [name: string, document: string][] = [
  [
    'on comments',
    `{
      comments(query: { statuses: null, action_type: FLAG, limit: 10 }) {
        nodes { actions { id } action_summaries { current_user { id } } }
      }
    }`,
  ],
  [
    'on people',
    `{
      users(query: { action_type: FLAG, limit: 10 }) {
        nodes { actions { id } action_summaries { current_user { id } } }
      }
    }`,
  ],
]

function listsOn(kind: string, url: (name: string) => string, lists: typeof LISTS, ...needs: Need[]): void {
  describeWith(...needs)(`on ${kind}`, { timeout: 60_000 }, () => {
    let listener: Listener
    let platform: TestPlatform
    let moderator: TestPlatform

    beforeAll(async () => {
      listener = await listenTo(url('scratch'))
      const env = { PLATFORM_DOCSTORE_URL: url('lists') }
      {
        await using filled = await createTestPlatform({ env })
        await fill(filled)
      }
      platform = await createTestPlatform({
        env,
        plugins: await serverParts({ server: [{ name: 'platform-plugin-deep-reply-count' }] }),
      })
      moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    }, 60_000)
    afterAll(() => platform[Symbol.asyncDispose]())

    const pageOf = ([field, query]: (typeof LISTS)[number], cursor: string | null) =>
      listener.of(async () => {
        const { data, errors } = await moderator.graphql(
          `query ($query: ${TYPES[field]}) { ${field}(query: $query) { nodes { id } } }`,
          { query: { limit: 5, ...query, ...(cursor ? { cursor } : {}) } },
        )
        expect(errors).toEqual([])
        expect(data![field].nodes.length).toBeGreaterThan(0)
      })
    const aboutItems = (asked: Asked[]) => asked.filter(({ options: { limit } }) => (limit ?? 0) > 1)

    test.each(lists)('%s %j are found by the index %s', async (...list) => {
      const asked = aboutItems(await pageOf(list, null))
      // Of several discussions or tags each is read by itself.
      const { asset_ids: assets = ['all'], tags = ['any'] } = list[1] as Partial<
        Record<'asset_ids' | 'tags', readonly string[]>
      >
      expect(asked).toHaveLength(assets.length * tags.length)
      // The embedded store learns what its indexes tell apart soon after it was opened.
      await expect
        .poll(async () => (await plansOf(asked))[0]!.plan.some(step => named(step, list)), { timeout: 10_000 })
        .toBe(true)
      const { usesIndex, examined = 0 } = (await plansOf(asked))[0]!
      expect(usesIndex).toBe(true)
      expect(examined, 'documents looked at').toBeLessThanOrEqual(MOST)
    })

    test.each(lists)('%s %j: what comes after a page is found by an index too', async (...list) => {
      const [field] = list
      const { data } = await moderator.graphql(
        `query ($query: ${TYPES[field]}) { ${field}(query: $query) { endCursor } }`,
        { query: { limit: 2, ...list[1] } },
      )
      const plans = await plansOf(await pageOf(list, data![field].endCursor))
      expect(plans.length).toBeGreaterThan(0)
      for (const { usesIndex, examined = 0 } of plans) expect([usesIndex, examined <= MOST]).toEqual([true, true])
    })

    test.each([
      ['comments(query: { tags: ["BEST"], limit: 5 }) { nodes { id } }', 'tags_newest'],
      ['asset(id: "a11") { comments(query: { tags: ["BEST"], limit: 5 }) { nodes { id } } }', 'tags'],
      ['asset(id: "a11") { totalCommentCount(tags: ["BEST"]) }', 'tags'],
    ])(
      'what readers ask by tags, of which they see only public ones, is found by an index: %s',
      async (field, index) => {
        const asked = await listener.of(async () => {
          expect((await platform.graphql(`{ ${field} }`)).errors).toEqual([])
        })
        const byTags = asked.filter(({ filter }) => 'tags.tag.name' in filter)
        expect(byTags.length).toBeGreaterThan(0)
        await expect
          .poll(async () => (await plansOf(byTags))[0]!.plan.some(step => named(step, ['comments', {}, index])), {
            timeout: 10_000,
          })
          .toBe(true)
        expect((await plansOf(byTags))[0]!.examined ?? 0, 'documents looked at').toBeLessThanOrEqual(MOST)
      },
    )

    test.each([
      '/api/v1/assets',
      '/api/v1/assets?asc=true',
      '/api/v1/assets?field=created_at',
      '/api/v1/assets?filter=open',
      '/api/v1/assets?value=bees',
      '/api/v2/stories',
      '/',
      '/discussions/a4',
    ])('%s is answered by indexes', async path => {
      const asked = aboutItems(
        await listener.of(async () => {
          expect(
            (await moderator.http(path, { headers: { accept: path.startsWith('/api') ? '*/*' : 'text/html' } })).status,
          ).toBe(200)
        }),
      )
      expect(asked.length).toBeGreaterThan(0)
      for (const [i, { usesIndex, examined = 0 }] of (await plansOf(asked)).entries())
        expect([asked[i]!.filter, usesIndex, examined <= Math.max(MOST, 3 * asked[i]!.options.limit!)]).toEqual([
          asked[i]!.filter,
          true,
          true,
        ])
    })

    // The embedded store reads them by one statement, which it does not explain.
    if (kind === 'MongoDB')
      test.each([
        ['CREATED_AT', 'thread'],
        ['REPLIES', 'thread_replied'],
      ])('the first replies by %s are read for each comment by itself, by the index %s', async (sortBy, index) => {
        const asked = await listener.of(async () => {
          const { data } = await moderator.graphql(
            `query ($ids: [ID!], $sortBy: SORT_COMMENTS_BY) {
              comments(query: { asset_ids: $ids, parent_id: null, sortOrder: ASC, limit: 20 }) {
                nodes { replyCount replies(query: { limit: 3, sortBy: $sortBy }) { nodes { id } } }
              }
            }`,
            { ids: Array.from({ length: 20 }, (_, n) => `a${n + 3}`), sortBy },
          )
          expect(data!['comments'].nodes.some((node: any) => node.replies.nodes.length === 3)).toBe(true)
        })
        const [together, ...each] = asked.filter(({ filter }) => filter['parent_id'])
        expect(together!.options.limit).toBe(1)
        expect(each.length).toBeGreaterThan(1)
        // One reply of 25 is rejected.
        for (const { usesIndex, examined = 0, plan } of await plansOf(each))
          expect([usesIndex, examined <= 6, plan.some(step => `${step} `.includes(` ${index} `))]).toEqual([
            true,
            true,
            true,
          ])
      })

    test.each([
      'comments(query: { action_type: DONTAGREE }) { nodes { id } }',
      'asset(id: "a4") { comments(query: { action_type: DONTAGREE }) { nodes { id } } }',
    ])('comments with an action that no index has are read with a deadline: %s', async fields => {
      const asked = await listener.of(async () => {
        expect((await moderator.graphql(`{ ${fields} }`)).errors).toEqual([])
      })
      const sifted = asked.filter(({ filter }) => 'action_counts.dontagree' in filter)
      expect(sifted.length).toBeGreaterThan(0)
      // They are given up before the operation, whose end would tell the client to try again.
      for (const { options } of sifted) expect(options.maxTimeMS).toBeLessThan(LIMITS.milliseconds)
    })

    test('the comments of a discussion since a time are found by an index', async () => {
      const asked = await listener.of(() =>
        platform.graphql('query ($since: Date!) { unreadComments(asset_id: "a4", since: $since) { count } }', {
          since: at(COMMENTS - 400).toISOString(),
        }),
      )
      expect(asked).toHaveLength(1)
      await expect
        .poll(async () => (await plansOf(asked)).map(({ usesIndex, examined = 0 }) => usesIndex && examined <= MOST), {
          timeout: 10_000,
        })
        .toEqual([true])
    })

    test('the replies at any depth below comments of several discussions are found by an index', async () => {
      const asked = await listener.of(async () => {
        const { data, errors } = await platform.graphql(
          '{ first: comment(id: "c4") { deepReplyCount } second: comment(id: "c5") { deepReplyCount } }',
        )
        expect(errors).toEqual([])
        expect(data!['first'].deepReplyCount).toBeGreaterThan(20)
      })
      const replies = asked.filter(({ filter }) => '$or' in filter)
      expect(replies).toHaveLength(1)
      for (const { usesIndex, examined = 0 } of await plansOf(replies))
        expect([usesIndex, examined <= 2 * (COMMENTS / 40)]).toEqual([true, true])
    })

    test('the earlier texts of an author are found by an index, however many there are', async () => {
      const author = await platform.createUser()
      const asset = await platform.createAsset()
      const said = (n: number) =>
        newComment(
          {
            id: `said${n}`,
            asset_id: asset.id,
            author_id: author.user.id,
            parent_id: null,
            body: `Said ${n}`,
            status: 'NONE',
            said: `said ${n}`,
          },
          platform.clock.now(),
        )
      await platform.services.docstore
        .collection<Comment>('comments')
        .insertMany(Array.from({ length: 500 }, (_, n) => said(n)))
      await platform.services.settings.update({ premodRepeatedEnable: true })
      const asked = await listener.of(() =>
        platform.as(author).graphql(
          `mutation ($id: ID!) {
            createComment(input: { asset_id: $id, body: "A text that is long enough to count" }) {
              errors { translation_key }
            }
          }`,
          { id: asset.id },
        ),
      )
      await platform.services.settings.update({ premodRepeatedEnable: null })
      const own = asked.filter(({ filter }) => 'said' in filter)
      expect(own).toHaveLength(1)
      await expect
        .poll(async () => (await plansOf(own)).map(({ usesIndex, examined = 0 }) => usesIndex && examined <= 5), {
          timeout: 10_000,
        })
        .toEqual([true])
    })

    test.each(ACTIONS)('all actions %s are found together, by an index', async (_where, document) => {
      const plans = await plansOf(
        (await listener.of(() => moderator.graphql(document))).filter(({ filter }) => 'item_id' in filter),
      )
      expect(plans.length).toBeGreaterThan(0)
      for (const { usesIndex, examined = 0 } of plans) expect([usesIndex, examined <= MOST]).toEqual([true, true])
    })
  })
}

/** Whether a step of a plan uses that index, as either store says it. */
function named(step: string, [field, , index]: (typeof LISTS)[number]): boolean {
  return [`:${field}:${index} (`, `IXSCAN ${index} `].some(
    name => `${step} (`.includes(name) || `${step} `.includes(name),
  )
}

listsOn('the embedded store', name => `sqlite:${join(folder, `${name}.db`)}`, [...LISTS, ...EMBEDDED])
listsOn('MongoDB', mongo.url, LISTS, mongo)
