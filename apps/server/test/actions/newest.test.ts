import { explainFind } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser } from '../../src/features/users/model.ts'
import { statements } from '../statements.ts'

const MANY = 2_000
const COMMENTS = 20
const START = Date.parse('2026-03-01T12:00:00.000Z')

let platform: TestPlatform
let moderator: TestPlatform
let ids: readonly string[]
/** Somebody whose name very many reported. */
let reported: string

const collection = <T extends object>(name: string) => platform.services.docstore.collection<T>(name)

/** As many actions of one kind on an item as there are users, each later than the one before. */
function actionsOn(item: string, type: string, more: Partial<Action> = {}): Action[] {
  return Array.from({ length: MANY }, (_, n) => ({
    id: `${item} ${type} ${n}`,
    item_id: item,
    item_type: 'COMMENTS',
    action_type: type,
    group_id: null,
    user_id: `u${n}`,
    metadata: {},
    created_at: new Date(START + n * 1_000),
    updated_at: new Date(START + n * 1_000),
    ...more,
  }))
}

beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  reported = (await platform.createUser()).user.id
  const asset = await platform.createAsset()
  await collection<User>('users').insertMany(
    Array.from({ length: MANY }, (_, n) =>
      newUser(
        { id: `u${n}`, username: `reader_${n}`, profiles: [{ id: `reader_${n}`, provider: 'test' }] },
        new Date(START),
      ),
    ),
  )
  const made = []
  for (let n = 0; n < COMMENTS; n++) made.push((await platform.createComment({ asset })).id)
  ids = made
  const actions = collection<Action>('actions')
  for (const id of ids) {
    const [word] = actionsOn(id, 'FLAG', { id: `${id} word`, user_id: null, group_id: 'BANNED_WORD' })
    await actions.insertMany([...actionsOn(id, 'FLAG', { group_id: 'COMMENT_SPAM' }), word!])
    await actions.insertMany(actionsOn(id, 'REMOVED_KIND'))
  }
  await actions.insertMany(actionsOn(reported, 'FLAG', { item_type: 'USERS', group_id: 'USERNAME_SPAM' }))
  const counts = { flag: MANY + 1, flag_comment_spam: MANY, flag_banned_word: 1, removed_kind: MANY }
  await collection<Comment>('comments').updateMany({ id: { $in: made } }, { $set: { action_counts: counts } })
  await collection<User>('users').updateOne(
    { id: reported },
    { $set: { action_counts: { flag: MANY, flag_username_spam: MANY } } },
  )
  platform.services.revisions.bumpAll()
}, 120_000)
afterAll(() => platform[Symbol.asyncDispose]())

interface Listed {
  readonly __typename: string
  readonly id: string
  readonly reason?: string
}

async function listed(document: string): Promise<readonly (readonly Listed[])[]> {
  const { data, errors } = await moderator.graphql<{ found: { actions: Listed[] }[] }>(document, { ids })
  expect(errors).toEqual([])
  return [data!.found].flat().map(({ actions }) => actions)
}

const ACTIONS = 'actions { __typename id user { username } ... on FlagAction { reason } }'
const OF_COMMENTS = `query ($ids: [ID!]!) { found: commentsById(ids: $ids) { ${ACTIONS} } }`

test("of a comment with thousands of actions the newest of each kind are read, and the platform's own", async () => {
  const all = await listed(OF_COMMENTS)
  expect(all).toHaveLength(COMMENTS)
  for (const [n, actions] of all.entries()) {
    const newest = (type: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${ids[n]} ${type} ${MANY - count + at}`)
    const own = (type: string) => actions.filter(({ __typename: name }) => name === type)
    expect(own('FlagAction').map(({ id }) => id)).toEqual([`${ids[n]} word`, ...newest('FLAG', 50)])
    expect(own('FlagAction')[0]).toMatchObject({ reason: 'BANNED_WORD', user: null })
    expect(own('DefaultAction').map(({ id }) => id)).toEqual(newest('REMOVED_KIND', 10))
    expect(actions).toHaveLength(61)
  }
})

test('of a name that thousands reported, the newest reports are read', async () => {
  const [actions] = await listed(`{ found: user(id: "${reported}") { ${ACTIONS} } }`)
  expect(actions!.map(({ id }) => id)).toEqual(
    Array.from({ length: 50 }, (_, at) => `${reported} FLAG ${MANY - 50 + at}`),
  )
})

test('twenty comments take as many questions to the store as one', async () => {
  const one = await statements(() => moderator.graphql(OF_COMMENTS, { ids: ids.slice(0, 1) }))
  expect(await statements(() => moderator.graphql(OF_COMMENTS, { ids }))).toBe(one)
})

test('an index has the newest of a kind, so that others are not looked at', async () => {
  const { plan } = await explainFind(
    collection<Action>('actions'),
    { item_id: ids[0]!, action_type: 'FLAG' },
    { sort: { created_at: -1, id: -1 }, limit: 50 },
  )
  expect(plan.join()).toMatch(/actions[^,]*item/)
  expect(plan.join()).not.toMatch(/TEMP B-TREE|SORT/)
})

test('plugins read them by the id of an item, and by the item', async () => {
  const { loaders } = platform.services.composition.createContext({ user: null })
  const item = (await collection<Comment>('comments').findOne({ id: ids[0]! }))!
  const types = (actions: readonly Action[]) => [...new Set(actions.map(({ action_type: type }) => type))].toSorted()
  expect(types(await loaders.Actions.getByItem(item))).toEqual(['FLAG', 'REMOVED_KIND'])
  const byId = await loaders.Actions.getByID(item.id)
  expect([types(byId), byId.length]).toEqual([['FLAG'], 51])
  expect(await loaders.Actions.getByID('unknown')).toEqual([])
})
