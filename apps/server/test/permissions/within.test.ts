import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../comments/operations.ts'
import { refusals } from '../moderation/operations.ts'

let platform: TestPlatform
let person: TestUser
let moderator: TestUser
let flagger: TestUser
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  person = await platform.createUser()
  flagger = await platform.createUser()
  const asset = await platform.createAsset()
  comment = await platform.createComment({ asset, author: person })
  await platform.as(moderator).graphql(
    `mutation ($id: ID!) {
      addTag(tag: { id: $id, item_type: COMMENTS, name: "BEST" }) { errors { translation_key } }
    }`,
    { id: comment.id },
  )
  await platform.as(flagger).graphql(
    `mutation ($id: ID!, $user: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM, message: "an advert" }) {
        flag { id }
      }
      dis: createDontAgree(dontagree: { item_id: $id, item_type: COMMENTS, message: "no" }) {
        dontagree { id }
      }
      two: createFlag(flag: { item_id: $user, item_type: USERS, reason: USERNAME_SPAM }) {
        flag { id }
      }
    }`,
    { id: comment.id, user: person.user.id },
  )
  await decide(platform.as(moderator), comment.id, 'ACCEPTED')
  const id = person.user.id
  for (const [mutation, more] of [
    ['rejectUsername(id: $id)', {}],
    ['approveUsername(id: $id)', {}],
    ['alwaysPremodUser(input: { id: $id })', {}],
    ['removeAlwaysPremodUser(input: { id: $id })', {}],
    [
      'suspendUser(input: { id: $id, message: "Calm down", until: $until })',
      { until: new Date('2026-03-02T12:00:00.000Z') },
    ],
    ['unsuspendUser(input: { id: $id })', {}],
    ['banUser(input: { id: $id, message: "That was it" })', {}],
    ['unbanUser(input: { id: $id })', {}],
  ] as const) {
    expect(await refusals(platform.as(moderator), mutation, { id, ...more })).toBeNull()
  }
  person = await platform.signIn(person)
})

afterAll(() => platform[Symbol.asyncDispose]())

const read = async (by: TestUser | null, document: string) => {
  const { data, errors } = await platform
    .as(by)
    .graphql(document, document.includes('$c:') ? { c: comment.id } : { u: person.user.id })
  expect(errors).toEqual([])
  return data!
}

describe('who did something to a user [R06]', () => {
  const STATE =
    'state { status { username { status history { status assigned_by { id } } } banned { status history { ' +
    'status assigned_by { id } } } alwaysPremod { status history { status assigned_by { id } } } suspension { ' +
    'until history { until assigned_by { id } } } } }'

  test('is visible to moderators, and not to the user itself', async () => {
    const by = { id: moderator.user.id }
    const history = (assigned_by: object | null) => ({
      username: {
        status: 'APPROVED',
        history: [
          { status: 'SET', assigned_by: null },
          { status: 'REJECTED', assigned_by },
          { status: 'APPROVED', assigned_by },
        ],
      },
      banned: {
        status: false,
        history: [
          { status: true, assigned_by },
          { status: false, assigned_by },
        ],
      },
      alwaysPremod: {
        status: false,
        history: [
          { status: true, assigned_by },
          { status: false, assigned_by },
        ],
      },
      suspension: {
        until: null,
        history: [
          { until: '2026-03-02T12:00:00.000Z', assigned_by },
          { until: null, assigned_by },
        ],
      },
    })
    expect((await read(moderator, `query ($u: ID!) { user(id: $u) { ${STATE} } }`))['user'].state.status).toEqual(
      history(by),
    )
    expect((await read(person, `{ me { ${STATE} } }`))['me'].state.status).toEqual(history(null))
  })

  test('nor is it in what REST tells of an account, nor are the words that go with it', async () => {
    const text = await (await platform.as(person).http('/api/v1/account')).text()
    expect(text).toContain(person.user.username)
    for (const hidden of [moderator.user.id, 'Calm down', 'That was it', 'history', 'tokens', 'metadata', 'password'])
      expect(text).not.toContain(hidden)
  })

  test.each<[who: string, by: () => Promise<TestUser | null>]>([
    ['an anonymous reader', async () => null],
    ['another reader', () => platform.createUser()],
    ['the author', async () => person],
  ])('the user who tagged or decided is not visible to %s', async (_who, by) => {
    expect(
      (
        await read(
          await by(),
          `query ($c: ID!) {
            comment(id: $c) {
              tags { tag { name created_at } assigned_by { id } }
              status_history { assigned_by { id } }
            }
          }`,
        )
      )['comment'],
    ).toEqual({
      tags: [{ tag: { name: 'BEST', created_at: expect.any(String) }, assigned_by: null }],
      status_history: null,
    })
  })

  test('but to moderators', async () => {
    const by = { id: moderator.user.id }
    expect(
      (
        await read(
          moderator,
          `query ($c: ID!) {
            comment(id: $c) { tags { assigned_by { id } } status_history { type assigned_by { id } } }
          }`,
        )
      )['comment'],
    ).toEqual({
      tags: [{ assigned_by: by }],
      status_history: [
        { type: 'NONE', assigned_by: null },
        { type: 'ACCEPTED', assigned_by: by },
      ],
    })
  })
})

describe('flags and disagreement [R06]', () => {
  const SUMMARIES =
    'action_summaries { __typename count ... on FlagActionSummary { reason current_user { message } } ... on ' +
    'DontAgreeActionSummary { current_user { message } } }'
  const spam = (current_user: object | null) => ({
    __typename: 'FlagActionSummary',
    count: 1,
    reason: 'COMMENT_SPAM',
    current_user,
  })
  const disagreement = (current_user: object | null) => ({
    __typename: 'DontAgreeActionSummary',
    count: 1,
    current_user,
  })
  const onComment = async (by: TestUser | null) =>
    (await read(by, `query ($c: ID!) { comment(id: $c) { ${SUMMARIES} user { ${SUMMARIES} } } }`))['comment']

  test('are counted for moderators; a user sees their own, and no other reader sees that there are any', async () => {
    expect(await onComment(moderator)).toMatchObject({
      action_summaries: [spam(null), disagreement(null)],
      user: { action_summaries: [{ reason: 'USERNAME_SPAM', count: 1, current_user: null }] },
    })
    expect(await onComment(flagger)).toMatchObject({
      action_summaries: [spam({ message: 'an advert' }), disagreement({ message: 'no' })],
      user: { action_summaries: [{ reason: 'USERNAME_SPAM', count: 1 }] },
    })
    for (const by of [null, person, await platform.createUser({ roles: ['STAFF'] })])
      expect(await onComment(by)).toEqual({ action_summaries: [], user: { action_summaries: [] } })
  })

  test('are shown to moderators with who made them, and what they wrote', async () => {
    const ACTIONS =
      'actions { __typename created_at updated_at user { id } ... on FlagAction { reason message } ... on ' +
      'DontAgreeAction { message } }'
    const at = '2026-03-01T12:00:00.000Z'
    const by = { created_at: at, updated_at: at, user: { id: flagger.user.id } }
    expect(
      (await read(moderator, `query ($c: ID!) { comment(id: $c) { ${ACTIONS} user { ${ACTIONS} } } }`))['comment'],
    ).toEqual({
      actions: expect.arrayContaining([
        { __typename: 'FlagAction', ...by, reason: 'COMMENT_SPAM', message: 'an advert' },
        { __typename: 'DontAgreeAction', ...by, message: 'no' },
      ]),
      user: { actions: [{ __typename: 'FlagAction', ...by, reason: 'USERNAME_SPAM', message: null }] },
    })
  })
})
