import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBothStores } from '../on-both-stores.ts'

const READ = `query ($query: CommentsQuery!) { comments(query: $query) { nodes { body } hasNextPage endCursor } }`

await onBothStores(env => {
  let platform: TestPlatform
  let moderator: TestUser
  let author: TestUser
  let asset: { readonly id: string }
  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
    moderator = await platform.createUser({ roles: ['MODERATOR'] })
  })
  afterAll(() => platform[Symbol.asyncDispose]())
  beforeEach(async () => {
    author = await platform.createUser()
    asset = await platform.createAsset()
  })

  async function write(...bodies: string[]): Promise<Comment[]> {
    const made: Comment[] = []
    for (const body of bodies) made.push(await platform.createComment({ asset: asset as never, author, body }))
    return made
  }
  interface Page {
    readonly nodes: readonly { readonly body: string }[]
    readonly hasNextPage: boolean
    readonly endCursor: string | null
  }
  async function search(text: string, more: object = {}, as = moderator): Promise<Page | null> {
    const query = { statuses: null, asset_id: asset.id, text, ...more }
    const { data, errors } = await platform.as(as).graphql(READ, { query })
    if (errors?.[0]) throw new Error(errors[0].message)
    return data!['comments']
  }
  const found = async (text: string, more?: object) => (await search(text, more))!.nodes.map(({ body }) => body)

  test('every word must stand in the text, whatever its place, capitals and accents', async () => {
    await write(
      'Zu viele CAFÉS am Fluss',
      'Ein Café',
      'Der Fluss',
      'Siehe https://spam.example/x?y=1',
      '我们在河边喝咖啡',
    )
    expect(await found('cafe')).toEqual(['Ein Café', 'Zu viele CAFÉS am Fluss'])
    expect(await found('  fluss cafés ')).toEqual(['Zu viele CAFÉS am Fluss'])
    expect(await found('spam.example/x?y')).toEqual(['Siehe https://spam.example/x?y=1'])
    expect(await found('咖啡')).toEqual(['我们在河边喝咖啡'])
    expect(await found('.* [')).toEqual([])
  })

  test('quotation marks keep words together', async () => {
    await write('buy  cheap\nwatches', 'cheap to buy')
    expect(await found('buy cheap')).toEqual(['cheap to buy', 'buy  cheap\nwatches'])
    expect(await found('"buy cheap"')).toEqual(['buy  cheap\nwatches'])
    // An empty search finds everything, as no search does.
    expect(await found('  ')).toHaveLength(2)
  })

  test('a search is within a queue and by an author, in either order, page by page', async () => {
    const made = await write('word 1', 'other', 'word 2', 'word 3')
    await platform.services.comments.setStatus(moderator.user, made[2]!.id, 'REJECTED')
    await platform.createComment({
      asset: asset as never,
      author: await platform.createUser(),
      body: 'word of another',
    })
    expect(await found('word', { statuses: ['REJECTED'] })).toEqual(['word 2'])
    const ofAuthor = { asset_id: null, author_id: author.user.id, sortOrder: 'ASC', limit: 2 }
    const first = (await search('word', ofAuthor))!
    expect([first.nodes.map(({ body }) => body), first.hasNextPage]).toEqual([['word 1', 'word 2'], true])
    const last = (await search('word', { ...ofAuthor, cursor: first.endCursor }))!
    expect([last.nodes.map(({ body }) => body), last.hasNextPage]).toEqual([['word 3'], false])
  })

  test('a page that has read 2,000 comments ends, and the next one goes on behind them', async () => {
    const [oldest] = await write('the needle', 'hay')
    const { _id, ...hay } = (await platform.services.commentsReader.findByIds([oldest!.id]))[0]! as Comment & {
      _id: string
    }
    await platform.services.docstore.collection<Comment>('comments').insertMany(
      Array.from({ length: 2_050 }, (_, i) => ({
        ...hay,
        id: `${hay.id}-${i}`,
        body: 'hay',
        created_at: new Date(hay.created_at.getTime() + 1_000 + i),
      })),
    )
    const first = (await search('needle'))!
    expect([first.nodes, first.hasNextPage]).toEqual([[], true])
    const second = (await search('needle', { cursor: first.endCursor }))!
    expect([second.nodes, second.hasNextPage]).toEqual([[{ body: 'the needle' }], false])
  })

  test('texts are searched by moderators alone, and a search has a bounded length', async () => {
    await write('a secret word')
    expect(await search('secret', { statuses: ['NONE'] }, author)).toBe(null)
    expect(await search('secret', { author_id: author.user.id }, author)).toBe(null)
    await expect(search('x'.repeat(201))).rejects.toThrow('at most 200 characters')
  })
})
