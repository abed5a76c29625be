import type { TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'
import { whileTraced } from '../graph/traced.ts'
import { clientDocuments } from '../lists/asked.ts'
import { createListedPlatform } from '../lists/listed-platform.ts'
import { connect } from './socket.ts'

let platform: TestPlatform
let listening: Awaited<ReturnType<TestPlatform['listen']>>
beforeAll(async () => {
  platform = await createListedPlatform()
  listening = await platform.listen()
}, 60_000)
afterAll(async () => {
  await listening?.stop()
  await platform?.[Symbol.asyncDispose]()
})

/** A moderator's subscriptions of all client documents, from a cursor on: how many texts they hear, and which. */
async function subscribe(token: string, variables: Readonly<Record<string, unknown>>, cursor?: string) {
  const client = await connect(`ws://127.0.0.1:${listening.port}/api/v1/live`, { init: { token } })
  for (const [id, query] of Object.entries(clientDocuments(platform, 'subscription')))
    client.send({ id, type: 'subscribe', payload: { query, variables, extensions: { cursor } } })
  client.send({ type: 'ping' })
  const said = (await client.next('pong')).payload as { readonly cursor: string; readonly resumed: boolean }
  const heard = () => client.messages.filter(({ type }) => type === 'next' || type === 'error')
  return {
    said,
    texts: () =>
      heard()
        .map(message => JSON.stringify(message))
        .toSorted(),
  }
}

const COMMENT = '{ item_id: $comment, item_type: COMMENTS, reason: COMMENT_SPAM }'
const FEATURED = '{ id: $comment, item_type: COMMENTS, name: "FEATURED" }'
/** What happens, in this order. */
const MUTATIONS: readonly (readonly [by: 'reader' | 'admin', mutation: string])[] = [
  ['reader', 'editComment(id: $comment, asset_id: $asset, edit: { body: "What I think by now" })'],
  ['admin', `createFlag(flag: ${COMMENT})`],
  ['admin', 'createRespectAction(input: { item_id: $comment })'],
  ['admin', `addTag(tag: ${FEATURED})`],
  ['admin', `removeTag(tag: ${FEATURED})`],
  ['admin', 'setCommentStatus(id: $comment, status: REJECTED)'],
  ['admin', 'setCommentStatus(id: $comment, status: NONE)'],
  ['admin', 'setCommentStatus(id: $comment, status: PREMOD)'],
  ['admin', 'setCommentStatus(id: $comment, status: ACCEPTED)'],
  ['admin', 'createFlag(flag: { item_id: $user, item_type: USERS, reason: USERNAME_OFFENSIVE })'],
  ['admin', 'approveUsername(id: $user)'],
  ['admin', 'rejectUsername(id: $user)'],
  ['reader', 'changeUsername(id: $user, username: "another_name")'],
  ['admin', 'removeAvatar(id: $user)'],
  ['admin', 'suspendUser(input: { id: $user, message: "", until: "2030-01-01T00:00:00.000Z" })'],
  ['admin', 'unsuspendUser(input: { id: $user })'],
  ['admin', 'banUser(input: { id: $user, message: "" })'],
  ['admin', 'updateAssetStatus(id: $asset, input: { closedAt: "2026-01-01T00:00:00.000Z" })'],
  ['admin', 'updateSettings(input: { moderation: PRE })'],
]

/** Of these nothing is heard: the user has no picture, and nobody takes a respect back. */
const SILENT = ['AvatarRemoved', 'respect/deleted']
/** What all subscriptions hear together. */
const HEARD = 32

test('every subscription of the stream, the panel and the plugins hears the same from both executors', async () => {
  const { id: asset } = await platform.createAsset()
  const [reader, admin] = [await platform.createUser(), await platform.createUser({ roles: ['ADMIN'] })]
  const by = { reader: platform.as(reader), admin: platform.as(admin) }
  const known = { asset, user: reader.user.id }
  const { cursor } = (await subscribe(admin.token, known)).said
  const comment = (await post(by.reader, { asset_id: asset })).id
  for (const [caller, mutation] of MUTATIONS) {
    const declared = ['asset', 'user', 'comment'].filter(name => mutation.includes(`$${name}`))
    const head = declared.map(name => `$${name}: ID!`).join(' ')
    const text = `mutation${head && `(${head})`} { done: ${mutation} { errors { translation_key } } }`
    const { data, errors } = await by[caller].graphql(text, { ...known, comment })
    expect({ mutation, errors, refused: (data as any)?.done?.errors ?? null }).toEqual({
      mutation,
      errors: [],
      refused: null,
    })
  }

  const own = await subscribe(admin.token, known, cursor)
  expect(own.said.resumed).toBe(true)
  await expect.poll(() => own.texts().length).toBe(HEARD)
  const all = Object.keys(clientDocuments(platform, 'subscription'))
  const silent = new Set(all).difference(new Set(own.texts().map(text => JSON.parse(text).id)))
  expect([...silent].toSorted()).toEqual(SILENT)

  // What was executed before is executed anew.
  platform.services.revisions.bumpAll()
  await whileTraced(HEARD, async () => {
    const traced = await subscribe(admin.token, known, cursor)
    await expect.poll(() => traced.texts()).toEqual(own.texts())
  })
})
