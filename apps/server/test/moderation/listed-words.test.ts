import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'

let platform: TestPlatform
let asset: Asset
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  await platform.services.settings.update({ wordlist: { banned: ['slur'], suspect: ['odd thing'] } })
})
afterAll(() => platform[Symbol.asyncDispose]())

interface Word {
  readonly list: string
  readonly phrase: string
  readonly start: number
  readonly end: number
}
const cut = (body: string, words: readonly Word[]) =>
  words.map(({ list, phrase, start, end }) => [list, phrase, body.slice(start, end)])

test('moderators see where the listed words stand in a comment, and which phase held it', async () => {
  const author = platform.as(await platform.createUser())
  const body = 'Such an ODD   thing, you s\u200blur'
  const { id } = await post(author, { asset_id: asset.id, body })
  const READ =
    'query ($id: ID!) { comment(id: $id) { moderation { words { list phrase start end } } status_history { phase reason } } }'
  const { data } = await platform.as(moderator).graphql(READ, { id })
  expect(cut(body, data!['comment'].moderation.words)).toEqual([
    ['BANNED', 'slur', 's\u200blur'],
    ['SUSPECT', 'odd thing', 'ODD   thing'],
  ])
  expect(data!['comment'].status_history).toEqual([{ phase: 'wordlist', reason: 'banned: slur' }])
  const seen = await post(author, { asset_id: asset.id, body: 'An odd thing' })
  const forAuthor = await author.graphql('query ($id: ID!) { comment(id: $id) { moderation { words { phrase } } } }', {
    id: seen.id,
  })
  expect(forAuthor.data).toEqual({ comment: { moderation: null } })
})

test('a text is tried on the saved lists, and on others before they are saved', async () => {
  const TRY = `query ($body: String!, $wordlist: UpdateWordlistInput) {
    testWordlist(body: $body, wordlist: $wordlist) { list words { list phrase start end } }
  }`
  const tried = async (body: string, wordlist?: object) => {
    const { data } = await platform.as(moderator).graphql(TRY, { body, ...(wordlist ? { wordlist } : {}) })
    const { list, words } = data!['testWordlist']
    return [list, cut(body, words)]
  }
  expect(await tried('A slur')).toEqual(['BANNED', [['BANNED', 'slur', 'slur']]])
  expect(await tried('An odd thing')).toEqual(['SUSPECT', [['SUSPECT', 'odd thing', 'odd thing']]])
  expect(await tried('Nothing odd')).toEqual([null, []])
  expect(await tried('A slur', { banned: ['other'] })).toEqual([null, []])
  expect(await tried('A slur, an odd thing', { banned: null })).toEqual([
    'SUSPECT',
    [['SUSPECT', 'odd thing', 'odd thing']],
  ])
  expect((await platform.services.settings.load()).wordlist.banned).toEqual(['slur'])
  const refused = await platform.as(moderator).graphql(TRY, { body: 'x'.repeat(65_537), wordlist: { banned: [' '] } })
  expect(refused.errors[0]!.message).toMatch(/body: has more than.*wordlist.banned.0: a phrase needs/)
  expect((await platform.as(await platform.createUser()).graphql(TRY, { body: 'x' })).errors).toMatchObject([
    { code: 'NOT_AUTHORIZED' },
  ])
})
