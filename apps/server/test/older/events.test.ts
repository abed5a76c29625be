import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { requirePlugin } from './require-plugin.ts'

const LISTENER = `
const heard = []
module.exports = {
  connect(connectors) {
    const broker = connectors.graph.subscriptions.getBroker()
    broker.on('userCreated', user => heard.push(['userCreated', user.username, user.firstEmail, user.role]))
    broker.on('userBanned', user => heard.push(['userBanned', user.username, user.status.banned.status]))
    broker.on('usernameChanged', event => heard.push(['usernameChanged', event.previousUsername, event.user.username]))
    broker.on('usernameFlagged', user => heard.push(['usernameFlagged', user.username]))
    broker.on('commentAdded', comment => heard.push(['commentAdded', comment.body, comment.visible]))
    broker.on('commentRejected', comment => heard.push(['commentRejected', comment.body, comment.visible]))
  },
  router: router => { router.get('/api/v1/heard', (_req, res) => res.json(heard)) },
}`

test('an event has the record of its user or comment, and a comment says whether readers see it', async () => {
  await using listener = await requirePlugin('listener', { 'index.js': LISTENER })
  await using platform = await createTestPlatform({ plugins: [listener.plugin] })
  const moderator = platform.as(await platform.createUser({ username: 'Mo', roles: ['ADMIN'] }))
  await platform.http('/api/v1/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@test.example', username: 'Ada', password: 'a long enough password' }),
  })
  const author = await platform.createUser({ username: 'Bob' })
  const asset = await platform.createAsset()
  const { data } = await platform
    .as(author)
    .graphql('mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }', {
      input: { asset_id: asset.id, body: 'What I think' },
    })
  const act = (operation: string, variables: object) => moderator.graphql(operation, variables as never)
  await act('mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }', {
    id: data!['createComment'].comment.id,
  })
  await act(
    'mutation ($id: ID!) { createFlag(flag: { item_id: $id, item_type: USERS, reason: USERNAME_SPAM, message: "" }) { errors { translation_key } } }',
    { id: author.user.id },
  )
  await act('mutation ($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { translation_key } } }', {
    id: author.user.id,
  })
  expect(await (await platform.http('/api/v1/heard')).json()).toEqual(
    expect.arrayContaining([
      ['userCreated', 'Ada', 'ada@test.example', 'COMMENTER'],
      ['commentAdded', 'What I think', true],
      ['commentRejected', 'What I think', false],
      ['usernameFlagged', 'Bob'],
      ['userBanned', 'Bob', true],
    ]),
  )
})
