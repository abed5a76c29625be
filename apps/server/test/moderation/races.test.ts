import { type Action, type Comment, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, post } from '../comments/operations.ts'
import { faults } from './faults.ts'

const ROUNDS = 10
let platform: TestPlatform
let people: TestUser[]
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [defineReaction('respect')] })
  people = await Promise.all(Array.from({ length: 5 }, () => platform.createUser()))
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const collection = <T extends object>(name: string) => platform.services.docstore.collection<T>(name)
const stored = async (id: string) => (await collection<Comment>('comments').findOne({ id }))!
const respect = (by: TestUser, id: string) =>
  platform.as(by).graphql(
    `mutation ($id: ID!) {
      createRespectAction(input: { item_id: $id }) { respect { id } errors { translation_key } }
    }`,
    { id },
  )
async function takeBack(by: TestUser, id: string) {
  const action = await collection<Action>('actions').findOne({ item_id: id, user_id: by.user.id })
  if (action)
    await platform
      .as(by)
      .graphql('mutation ($id: ID!) { deleteRespectAction(input: { id: $id }) { errors { translation_key } } }', {
        id: action.id,
      })
}

test('simultaneous additions and removals of a reaction leave one or none, and the right count [K02]', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? takeBack(people[0]!, id) : respect(people[0]!, id))),
    )
    const rows = await collection<Action>('actions').countDocuments({ item_id: id })
    expect([rows <= 1, (await stored(id)).action_counts['respect'] ?? 0]).toEqual([true, rows])
  }
})

test('a reaction to a comment that is rejected at the same moment is counted or refused [K06]', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    const [, ...answers] = await Promise.all([
      decide(platform.as(moderator), id, 'REJECTED'),
      ...people.map(person => respect(person, id)),
    ])
    const made = answers.filter(({ data }) => data!['createRespectAction'].respect !== null).length
    const refused = answers.flatMap(({ data }) => data!['createRespectAction'].errors ?? [])
    expect([
      await collection<Action>('actions').countDocuments({ item_id: id }),
      (await stored(id)).action_counts['respect'] ?? 0,
      refused.every(({ translation_key: key }) => key === 'NOT_FOUND'),
    ]).toEqual([made, made, true])
  }
})

test('a reply to a comment that is removed at the same moment is stored below it or refused [K10]', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const author = await platform.createUser()
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    const parent = await platform.createComment({ asset: await platform.createAsset(), author })
    const goes = [
      () => decide(platform.as(moderator), parent.id, 'REJECTED'),
      () =>
        platform
          .as(admin)
          .graphql(
            'mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { translation_key } } }',
            { id: author.user.id },
          ),
    ]
    const replies = people.map(
      person => () => post(platform.as(person), { asset_id: parent.asset_id, parent_id: parent.id }),
    )
    await Promise.all(
      [
        ...replies.slice(0, 2),
        goes[round % 2]!,
        ...replies.slice(2),
        ...(round % 3 ? [] : [goes[(round + 1) % 2]!]),
      ].map(act => act()),
    )
  }
  await platform.services.jobs.idle()
  expect(await faults(platform.services.docstore)).toEqual([])
})
