import type { Asset, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { importLines, line, manyLines } from './threads-file.ts'

const all = <T extends object>({ services }: TestPlatform, name: string) =>
  services.docstore.collection<T>(name).find().toArray()

describe('an import of threads', () => {
  test('keeps authors, structure, texts and times', async () => {
    await using platform = await createTestPlatform()
    const ended = await importLines(platform, [
      line('c1'),
      line('c2', {
        parent_id: 'c1',
        author: { id: 'a2', username: '192.0.2.7' },
        created_at: '2020-01-02T04:00:00+02:00',
        body: 'tea ☕\nor not',
      }),
    ])
    expect(ended).toMatchObject({ code: 0, err: '' })
    const { data } =
      await platform.graphql(`{ asset(url: "https://NEWS.example:443/one#top") { title totalCommentCount commentCount
      comments(query: {}) { nodes { body created_at status replyCount user { username } replies(query: {}) { nodes { body created_at user { username } } } } } } }`)
    expect(data!['asset']).toEqual({
      title: 'One',
      totalCommentCount: 2,
      commentCount: 1,
      comments: {
        nodes: [
          {
            body: 'body of c1',
            created_at: '2020-01-02T03:04:05.678Z',
            status: 'NONE',
            replyCount: 1,
            user: { username: 'Ann' },
            replies: {
              nodes: [
                { body: 'tea ☕\nor not', created_at: '2020-01-02T02:00:00.000Z', user: { username: '192.0.2.7' } },
              ],
            },
          },
        ],
      },
    })
    expect((await all<Comment>(platform, 'comments')).map(({ source }) => source)).toEqual([{ id: 'c1' }, { id: 'c2' }])
  })

  test('changes nothing when it is repeated, and says so', async () => {
    await using platform = await createTestPlatform()
    const lines = manyLines(2_400)
    const first = await importLines(platform, lines, { json: true })
    const before = await Promise.all(['assets', 'users', 'comments'].map(name => all(platform, name)))
    const second = await importLines(platform, lines, { json: true })
    expect(JSON.parse(first.out)).toMatchObject({ comments: 2_400, known: 0, authors: 40, assets: 2, skipped: 0 })
    expect(JSON.parse(second.out)).toMatchObject({ comments: 0, known: 2_400, authors: 0, assets: 0, skipped: 0 })
    expect(await Promise.all(['assets', 'users', 'comments'].map(name => all(platform, name)))).toEqual(before)
  })

  test('counts as a recount would, across batches', async () => {
    await using platform = await createTestPlatform()
    await importLines(platform, manyLines(2_400))
    const comments = await all<Comment>(platform, 'comments')
    const replies = Map.groupBy(comments, ({ parent_id: parent }) => parent)
    expect(comments.filter(({ id, reply_count: count }) => count !== (replies.get(id)?.length ?? 0))).toEqual([])
    for (const asset of await all<Asset>(platform, 'assets')) {
      const own = comments.filter(comment => comment.asset_id === asset.id)
      expect(asset.comment_counts).toMatchObject({
        total: own.length,
        roots: own.filter(comment => comment.parent_id === null).length,
      })
      // biome-ignore lint/complexity/useMathMinMax: these are dates, of which `Math.max` makes a number.
      expect(asset.last_comment_at).toEqual(own.map(comment => comment.created_at).reduce((a, b) => (a > b ? a : b)))
    }
  })

  test('counts several replies to each of several comments that an earlier import stored', async () => {
    await using platform = await createTestPlatform()
    await importLines(platform, [line('c1'), line('c2')])
    await importLines(
      platform,
      ['c1', 'c1', 'c2', 'c2', 'c2'].map((parent_id, i) => line(`r${i}`, { parent_id })),
    )
    const counted = (await all<Comment>(platform, 'comments')).filter(({ parent_id: parent }) => parent === null)
    expect(counted.map(({ reply_count: count }) => count).toSorted()).toEqual([2, 3])
  })

  test('loses and doubles nothing when two commands import the same file at the same time', async () => {
    await using platform = await createTestPlatform()
    const lines = manyLines(2_100)
    const ended = await Promise.all([1, 2].map(() => importLines(platform, lines, { json: true })))
    const totals = ended.map(({ out }) => JSON.parse(out) as { comments: number; known: number })
    expect(totals.reduce((sum, { comments }) => sum + comments, 0)).toBe(2_100)
    expect(totals.map(({ comments, known }) => comments + known)).toEqual([2_100, 2_100])
    expect(
      (await all<Asset>(platform, 'assets')).reduce((sum, { comment_counts: counts }) => sum + counts.total, 0),
    ).toBe(2_100)
  })

  test('continues a discussion that is there already', async () => {
    await using platform = await createTestPlatform()
    const asset = await platform.services.assets.findOrCreateByUrl(`${platform.services.config.rootUrl}/there`)
    await importLines(platform, [
      line('c1', { asset: { url: `${platform.services.config.rootUrl}/there#x`, title: 'Another title' } }),
    ])
    expect(await all<Asset>(platform, 'assets')).toEqual([
      {
        ...asset,
        comment_counts: { total: 1, roots: 1, statuses: { NONE: 1 } },
        last_comment_at: new Date('2020-01-02T03:04:05.678Z'),
      },
    ])
  })

  test('gives an author whose name is taken another one, the same each time', async () => {
    const names = async () => {
      await using platform = await createTestPlatform()
      await importLines(platform, [
        line('c1'),
        line('c2', { author: { id: 'a2', username: 'ANN' } }),
        line('c3', { author: { id: 'a2', username: 'ANN' } }),
      ])
      return (await all<User>(platform, 'users')).map(({ username }) => username)
    }
    const [first, second] = [await names(), await names()]
    expect(first).toEqual(['Ann', expect.stringMatching(/^ANN_[0-9a-f]{6}$/)])
    expect(second).toEqual(first)
  })

  test('is visible immediately to readers of a shared answer', async () => {
    await using platform = await createTestPlatform()
    await importLines(platform, [line('c1')])
    const read = async () =>
      (await platform.graphql('{ asset(url: "https://news.example/one") { totalCommentCount } }')).data!['asset']
        .totalCommentCount
    const before = await read()
    await importLines(platform, [line('c2')])
    expect([before, await read()]).toEqual([1, 2])
  })
})
