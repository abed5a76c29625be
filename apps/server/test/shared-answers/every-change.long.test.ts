import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, edit, post } from '../comments/operations.ts'
import { createListedPlatform } from '../lists/listed-platform.ts'
import { refusals } from '../moderation/operations.ts'

let platform: TestPlatform
let asset: Asset
let other: Asset
let author: TestUser
let second: TestUser
let ofSecond: Comment
let root: Comment
let reply: Comment
let moderator: TestPlatform
let admin: TestPlatform

beforeAll(async () => {
  platform = await createListedPlatform()
  asset = await platform.createAsset({ title: 'A discussion' } as never)
  other = await platform.createAsset()
  author = await platform.createUser({ username: 'ada' })
  root = await platform.createComment({ asset, author, body: 'The first one' })
  reply = await platform.createComment({ asset, author, parent: root, body: 'A reply' })
  second = await platform.createUser()
  ofSecond = await platform.createComment({ asset, author: second, parent: root, body: 'Soon gone' })
  await platform.createComment({ asset: other, author, body: 'Elsewhere' })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
}, 60_000)
afterAll(() => platform?.[Symbol.asyncDispose]())

/** When a page was made, and the comments of the seconds before. */
const OF_THE_MOMENT = /"(?:readAt|newsFrom)":\d+|"recent":\[.*?\]/g

const COMMENT = `id body status created_at updated_at hasParent url author_role replyCount deleted_at
  user { id username created_at tags { tag { name } } avatar }
  tags { tag { name } } action_summaries { __typename count }
  editing { edited editableUntil }`
const DISCUSSION = `query ($id: ID!) { asset(id: $id) {
  id title url isClosed closedAt closedMessage totalCommentCount commentCount created_at tags { tag { name } }
  author description image section
  settings { moderation questionBoxEnable premodLinksEnable charCount organizationName }
  comments(query: { sortBy: CREATED_AT, sortOrder: ASC }) { nodes { ${COMMENT} replies { nodes { ${COMMENT} parent { ${COMMENT} } } } } }
  newest: comments { nodes { id } } replied: comments(query: { sortBy: REPLIES }) { nodes { id } }
  featured: comments(query: { tags: ["FEATURED"] }) { nodes { id } }
} }`
const LIST = `{ comments { nodes { ${COMMENT} asset { id title } } } settings { organizationName closedMessage charCount disableCommenting } }`
const ONE = `query ($id: ID!) { comment(id: $id) { ${COMMENT} asset { title isClosed } } }`

/** Everything that anonymous readers get. */
async function readAll(): Promise<Record<string, string>> {
  const ask = async (query: string, variables = {}) => {
    const response = await platform.http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return response.text()
  }
  const texts: Record<string, string> = {
    discussion: await ask(DISCUSSION, { id: asset.id }),
    list: await ask(LIST),
    comment: await ask(ONE, { id: root.id }),
    reply: await ask(ONE, { id: reply.id }),
  }
  for (const path of [
    '/',
    `/discussions/${asset.id}`,
    `/discussions/${asset.id}/comments/${root.id}`,
    `/discussions/${asset.id}/comments/${reply.id}`,
    `/discussions/${asset.id}/feed.atom`,
    '/feed.atom',
    `/users/${author.user.id}`,
    `/embed/stream?asset_id=${asset.id}`,
    `/api/v1/assets/${asset.id}/stream.html`,
    `/api/v1/counts?url=${asset.url}&url=${other.url}`,
  ]) {
    const response = await platform.http(path)
    const text = response.status === 200 ? await response.text() : ''
    texts[path] = `${response.status} ${text.replaceAll(OF_THE_MOMENT, '')}`
  }
  return texts
}

const as = (user: TestUser) => platform.as(user)
type Change = () => Promise<unknown>
const mutate =
  (who: () => TestPlatform, mutation: string, variables: () => Record<string, unknown> = () => ({})): Change =>
  async () => {
    const refused = await refusals(who(), mutation, variables())
    expect(refused).toBeNull()
  }
const ofAuthor = () => ({ id: author.user.id })
const ofRoot = () => ({ id: root.id })
const ofAsset = () => ({ id: asset.id })

const CHANGES: Record<string, Change> = {
  'a comment': () => post(as(author), { asset_id: asset.id, body: 'A new one' }),
  'a reply': () => post(as(author), { asset_id: asset.id, parent_id: root.id, body: 'Another reply' }),
  'an edit': () => edit(as(author), { id: reply.id, asset_id: asset.id, body: 'Edited' }),
  'a rejection': () => decide(moderator, reply.id, 'REJECTED'),
  'a decision taken back': mutate(
    () => moderator,
    'takeBackDecision(id: $id)',
    () => ({ id: reply.id }),
  ),
  'an approval': () => decide(moderator, root.id, 'ACCEPTED'),
  'a tag': mutate(
    () => moderator,
    'addTag(tag: { name: "FEATURED", id: $id, item_type: COMMENTS, asset_id: $asset })',
    () => ({ ...ofRoot(), asset: asset.id }),
  ),
  'a tag taken off': mutate(
    () => moderator,
    'removeTag(tag: { name: "FEATURED", id: $id, item_type: COMMENTS, asset_id: $asset })',
    () => ({ ...ofRoot(), asset: asset.id }),
  ),
  'a reaction': mutate(() => moderator, 'createRespectAction(input: { item_id: $id })', ofRoot),
  'a flag': mutate(
    () => moderator,
    'createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM })',
    ofRoot,
  ),
  'a closed discussion': mutate(() => moderator, 'closeAsset(id: $id)', ofAsset),
  'an opened discussion': mutate(() => moderator, 'updateAssetStatus(id: $id, input: { closedAt: null })', ofAsset),
  'settings of a discussion': mutate(
    () => moderator,
    'updateAssetSettings(id: $id, input: { questionBoxEnable: true, questionBoxContent: "What?" })',
    ofAsset,
  ),
  'facts of a discussion': mutate(() => moderator, 'updateAsset(id: $id, input: { title: "Another title" })', ofAsset),
  'settings of the site': mutate(
    () => admin,
    'updateSettings(input: { organizationName: "The Paper", infoBoxEnable: true, infoBoxContent: "Be kind" })',
  ),
  'a rejected username': mutate(() => moderator, 'rejectUsername(id: $id)', ofAuthor),
  'a new username': mutate(() => as(author), 'changeUsername(id: $id, username: "lovelace")', ofAuthor),
  'an approved username': mutate(() => moderator, 'approveUsername(id: $id)', ofAuthor),
  'a role': mutate(() => admin, 'setUserRole(id: $id, role: STAFF)', ofAuthor),
  'a role taken': mutate(() => admin, 'setUserRole(id: $id, role: COMMENTER)', ofAuthor),
  'a suspension': mutate(
    () => admin,
    'suspendUser(input: { id: $id, until: $until, message: "x" })',
    () => ({ ...ofAuthor(), until: new Date(Date.now() + 3_600_000) }),
  ),
  'a suspension lifted': mutate(() => admin, 'unsuspendUser(input: { id: $id })', ofAuthor),
  'a ban': mutate(() => admin, 'banUser(input: { id: $id, message: "x" })', ofAuthor),
  'a ban lifted': mutate(() => admin, 'unbanUser(input: { id: $id })', ofAuthor),
  'a bulk rejection': mutate(() => moderator, 'rejectCommentsOf(input: { user_id: $id })', ofAuthor),
  'a merge of discussions': mutate(
    () => admin,
    'mergeAssets(from: $id, into: $other)',
    () => ({ id: other.id, other: asset.id }),
  ),
  'a comment that its author deleted': mutate(
    () => as(second),
    'deleteOwnComment(id: $id)',
    () => ({ id: ofSecond.id }),
  ),
  'a reaction taken back': async () => {
    const found = await platform.services.docstore
      .collection<{ id: string; action_type: string }>('actions')
      .findOne({ action_type: 'RESPECT' })
    await mutate(
      () => moderator,
      'deleteAction(id: $id)',
      () => ({ id: found!.id }),
    )()
  },
  ignoring: mutate(() => moderator, 'ignoreUser(id: $id)', ofAuthor),
  'a deleted account': mutate(() => admin, 'delUser(id: $id)', ofAuthor),
}

/** The answers that differ, from the first difference on. */
function differences(some: Record<string, string>, others: Record<string, string>): string[] {
  return Object.entries(some).flatMap(([name, text]) => {
    const other = others[name] ?? ''
    if (text === other) return []
    let i = 0
    while (text[i] === other[i]) i++
    return [`${name}: ${text.slice(i - 60, i + 60)} | ${other.slice(i - 60, i + 60)}`]
  })
}

test.each(Object.keys(CHANGES))('no reader gets an answer from before: %s', async name => {
  const before = await readAll()
  expect(differences(await readAll(), before)).toEqual([])
  await CHANGES[name]!()
  await platform.services.jobs.idle()
  const kept = await readAll()
  platform.services.revisions.bumpAll()
  expect(differences(kept, await readAll())).toEqual([])
})
