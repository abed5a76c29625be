import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '../comments/operations.ts'
import { refusals } from './operations.ts'

let platform: TestPlatform
let moderator: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Collects the events that one subscription of a user or anonymous reader gets, in order, until `end`. */
async function listen(by: TestUser | null, document: string, variables: Record<string, unknown> = {}) {
  const events = await platform.as(by).subscribe(document, variables)
  const heard: unknown[] = []
  const over = (async () => {
    for await (const { data } of events) heard.push(Object.values(data as object)[0])
  })()
  return {
    heard,
    end: async () => {
      await events.return!()
      await over
    },
  }
}

test('decisions about comments are heard by moderators, and by readers where they made something visible', async () => {
  const asset = await platform.createAsset()
  const comment: Comment = await platform.createComment({ asset, status: 'PREMOD' })
  const fields = ['commentAccepted', 'commentRejected', 'commentReset', 'commentFlagged']
  const everybody = [null, await platform.createUser(), moderator]
  const ears = await Promise.all(
    everybody.flatMap(by =>
      fields.map(field => listen(by, `subscription ($a: ID) { ${field}(asset_id: $a) { id } }`, { a: asset.id })),
    ),
  )
  for (const status of ['ACCEPTED', 'ACCEPTED', 'REJECTED', 'NONE'])
    await decide(platform.as(moderator), comment.id, status)
  await platform
    .as(everybody[1]!)
    .graphql('mutation ($id: ID!) { createFlag(flag: { item_id: $id, item_type: COMMENTS }) { flag { id } } }', {
      id: comment.id,
    })
  const [one] = [[{ id: comment.id }]]
  await expect.poll(() => ears.slice(8).map(ear => ear.heard)).toEqual([one, one, one, one])
  expect(ears.slice(0, 8).map(ear => ear.heard.length)).toEqual([
    expect.any(Number),
    0,
    0,
    0,
    expect.any(Number),
    0,
    0,
    0,
  ])
  await Promise.all(ears.map(ear => ear.end()))
})

test('a decision about a user reaches that user and moderators, and no other subscriber', async () => {
  const [person, curious] = [await platform.createUser(), await platform.createUser()]
  const document =
    'subscription ($id: ID) { usernameRejected(user_id: $id) { id email state { status { username { status } } } } }'
  const ears = await Promise.all(
    [moderator, person, curious, null].flatMap(by => [
      listen(by, document, { id: person.user.id }),
      listen(by, document),
    ]),
  )
  await refusals(platform.as(moderator), 'rejectUsername(id: $id)', { id: person.user.id })
  const told = {
    id: person.user.id,
    email: `${person.user.username}@test.example`,
    state: { status: { username: { status: 'REJECTED' } } },
  }
  await expect.poll(() => ears.map(ear => ear.heard)).toEqual([[told], [told], [told], [told], [], [], [], []])
  await Promise.all(ears.map(ear => ear.end()))
})

test('an event about a user gives subscribers the account as it is stored, not the record that the event has', async () => {
  const person = await platform.createUser()
  const { id, username } = person.user
  const banned = await listen(moderator, 'subscription ($id: ID) { userBanned(user_id: $id) { username } }', { id })
  await platform.services.events.publish('userBanned', { ...person.user, username: 'another_name' })
  await expect.poll(() => banned.heard).toEqual([{ username }])
  await banned.end()
})

test('the event of a username has the one before, and moderators get an event of each new account', async () => {
  const person = await platform.createUser()
  await refusals(platform.as(moderator), 'rejectUsername(id: $id)', { id: person.user.id })
  const renamed = await listen(moderator, 'subscription { usernameChanged { previousUsername user { username } } }')
  const created = await listen(moderator, 'subscription { userCreated { username } }')
  const refused = await listen(person, 'subscription { userCreated { username } }')
  await refusals(platform.as(person), 'changeUsername(id: $id, username: "another_name")', { id: person.user.id })
  await platform.http('/api/v1/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'new@test.example', username: 'new_person', password: 'a long enough password' }),
  })
  await expect
    .poll(() => [renamed.heard, created.heard])
    .toEqual([
      [{ previousUsername: person.user.username, user: { username: 'another_name' } }],
      [{ username: 'new_person' }],
    ])
  expect(refused.heard).toEqual([])
  for (const ear of [renamed, created, refused]) await ear.end()
})

test('subscribers hear that the author of a comment is gone: the comment as it is then, without text and name', async () => {
  const asset = await platform.createAsset()
  const author = await platform.createUser({ username: 'gone_author' })
  const written = []
  for (const status of ['NONE', 'ACCEPTED', 'PREMOD', 'REJECTED'] as const)
    written.push(await platform.createComment({ asset, author, status, body: `Text of gone_author, ${status}` }))
  const [none, accepted, premod, rejected] = written.map(({ id }) => ({
    id,
    body: null,
    user: null,
    status: expect.any(String),
  }))
  const published: unknown[] = []
  platform.services.events.local.on('commentEdited', payload => published.push(payload))
  const document = 'subscription ($a: ID) { commentEdited(asset_id: $a) { id body status user { id } } }'
  const ears = await Promise.all(
    [null, await platform.createUser(), moderator].map(by => listen(by, document, { a: asset.id })),
  )
  const boss = await platform.createUser({ roles: ['ADMIN'] })
  await refusals(platform.as(boss), 'delUser(id: $id, password: "a long enough password")', { id: author.user.id })
  await platform.services.jobs.idle()
  await expect.poll(() => ears.map(({ heard }) => heard.length)).toEqual([2, 2, 4])
  expect(ears.map(({ heard }) => heard)).toEqual([
    expect.arrayContaining([none, accepted]),
    expect.arrayContaining([none, accepted]),
    expect.arrayContaining([none, accepted, premod, rejected]),
  ])
  expect(published).toHaveLength(4)
  expect(JSON.stringify(published)).not.toMatch(/gone_author|Text of/)
  expect(JSON.stringify(published)).not.toContain(author.user.id)
  // Once more, as the job does a minute later: there is nothing left to tell.
  platform.clock.advance(61_000)
  await platform.services.jobs.idle()
  expect(published).toHaveLength(4)
  await Promise.all(ears.map(ear => ear.end()))
})

test('the event about a new account depends on how the account was made', async () => {
  const { users } = platform.services
  const told: unknown[] = []
  platform.services.events.local.on('userCreated', ({ id }: { id: string }) => told.push(id))
  await platform.createUser()
  const come = []
  for (const creation of ['named', 'unnamed'] as const)
    come.push(
      await users.upsertExternal({ provider: 'elsewhere', id: creation, displayName: `came ${creation}`, creation }),
    )
  await users.upsertExternal({ provider: 'elsewhere', id: 'unnamed', displayName: 'came again', creation: 'unnamed' })
  expect(told).toEqual(come.map(({ user }) => user.id))
  expect(
    come.map(
      ({
        user: {
          status: { username },
        },
      }) => [username.status, username.history.map(({ status, assigned_by: by }) => [status, by])],
    ),
  ).toEqual([
    ['SET', [['SET', null]]],
    ['UNSET', [['UNSET', null]]],
  ])
})
