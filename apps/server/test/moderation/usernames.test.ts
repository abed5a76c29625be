import type { User, UsernameStatus } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit, post } from '../comments/operations.ts'
import { recorded, refusals } from './operations.ts'

let platform: TestPlatform
let moderator: TestUser
let events: string[]

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  events = recorded(platform)
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const users = () => platform.services.docstore.collection<User>('users')
let made = 0
async function userWithStatus(status: UsernameStatus): Promise<TestUser> {
  const person = await platform.createUser()
  await users().updateOne({ id: person.user.id }, { $set: { 'status.username': { status, history: [] } } })
  platform.services.revisions.bump('users')
  return person
}

describe('a username', () => {
  const APPROVE = 'approveUsername(id: $id)'
  const REJECT = 'rejectUsername(id: $id)'
  const set = () => `setUsername(id: $id, username: "set_${++made}")`
  const changed = () => `changeUsername(id: $id, username: "changed_${++made}")`
  const NO = 'NOT_AUTHORIZED'

  test.each<
    [
      from: UsernameStatus,
      what: string,
      mutation: () => string,
      by: 'moderator' | 'person',
      to: UsernameStatus | string,
      event: string | null,
    ]
  >([
    ['UNSET', 'approved', () => APPROVE, 'moderator', 'APPROVED', 'usernameApproved'],
    ['SET', 'approved', () => APPROVE, 'moderator', 'APPROVED', 'usernameApproved'],
    ['REJECTED', 'approved', () => APPROVE, 'moderator', 'APPROVED', 'usernameApproved'],
    ['CHANGED', 'approved', () => APPROVE, 'moderator', 'APPROVED', 'usernameApproved'],
    ['APPROVED', 'approved', () => APPROVE, 'moderator', 'APPROVED', null],
    ['UNSET', 'rejected', () => REJECT, 'moderator', 'REJECTED', 'usernameRejected'],
    ['SET', 'rejected', () => REJECT, 'moderator', 'REJECTED', 'usernameRejected'],
    ['APPROVED', 'rejected', () => REJECT, 'moderator', 'REJECTED', 'usernameRejected'],
    ['CHANGED', 'rejected', () => REJECT, 'moderator', 'REJECTED', 'usernameRejected'],
    ['REJECTED', 'rejected', () => REJECT, 'moderator', 'REJECTED', null],
    ['UNSET', 'set', set, 'person', 'SET', 'usernameSet'],
    ['SET', 'set', set, 'person', 'SET', 'usernameSet'],
    ['APPROVED', 'set', set, 'person', 'SET', 'usernameSet'],
    ['REJECTED', 'set', set, 'person', NO, null],
    ['CHANGED', 'set', set, 'person', NO, null],
    ['REJECTED', 'changed', changed, 'person', 'CHANGED', 'usernameChanged'],
    ['UNSET', 'changed', changed, 'person', NO, null],
    ['SET', 'changed', changed, 'person', NO, null],
    ['APPROVED', 'changed', changed, 'person', NO, null],
    ['CHANGED', 'changed', changed, 'person', NO, null],
    ['SET', 'approved', () => APPROVE, 'person', NO, null],
    ['SET', 'rejected', () => REJECT, 'person', NO, null],
  ])('that is %s can be %s: %#', async (from, _what, mutation, by, to, event) => {
    const person = await userWithStatus(from)
    events.length = 0
    const answer = await refusals(platform.as(by === 'person' ? person : moderator), mutation(), { id: person.user.id })
    const { username } = (await users().findOne({ id: person.user.id }))!.status
    const refused = to === NO
    expect([answer, username.status, events]).toEqual([
      refused ? [to] : null,
      refused ? from : to,
      event ? [event] : [],
    ])
    expect(username.history).toEqual(
      event
        ? [
            {
              status: to,
              username: expect.any(String),
              assigned_by: by === 'person' ? null : moderator.user.id,
              created_at: platform.clock.now(),
            },
          ]
        : [],
    )
  })

  test.each<[UsernameStatus, boolean]>([
    ['UNSET', false],
    ['REJECTED', false],
    ['CHANGED', false],
    ['SET', true],
    ['APPROVED', true],
  ])('that is %s lets its owner post, edit, report and take that back: %s [R10]', async (status, may) => {
    const person = await platform.createUser()
    const asset = await platform.createAsset()
    const [own, other] = [
      await platform.createComment({ asset, author: person }),
      await platform.createComment({ asset }),
    ]
    const FLAG = 'createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OTHER })'
    await refusals(platform.as(person), FLAG, { id: own.id })
    const made = (await platform.services.docstore
      .collection<{ id: string; item_id: string }>('actions')
      .findOne({ item_id: own.id }))!
    await users().updateOne({ id: person.user.id }, { $set: { 'status.username': { status, history: [] } } })
    const by = platform.as(person)
    const answers = [
      (await post(by, { asset_id: asset.id })).errors,
      (await edit(by, { id: own.id, asset_id: asset.id })).errors,
      await refusals(by, FLAG, { id: other.id }),
      await refusals(by, 'createDontAgree(dontagree: { item_id: $id, item_type: COMMENTS })', { id: other.id }),
      await refusals(by, 'deleteAction(id: $id)', { id: made.id }),
    ]
    expect(answers).toEqual(Array(5).fill(may ? null : ['NOT_AUTHORIZED']))
    expect((await by.graphql('{ me { id } }')).data).toEqual({ me: { id: person.user.id } })
  })
})

describe('a report', () => {
  test.each([
    'USERNAME_OFFENSIVE',
    'USERNAME_NOLIKE',
    'USERNAME_IMPERSONATING',
    'USERNAME_SPAM',
    'USERNAME_OTHER',
    'COMMENT_OFFENSIVE',
    'COMMENT_SPAM',
    'COMMENT_OTHER',
  ])(
    "for %s is taken of a comment and of a person, one's own too, announced as what it is, and decides nothing",
    async reason => {
      const [person, reader] = [await platform.createUser(), await platform.createUser()]
      const comment = await platform.createComment({ asset: await platform.createAsset(), author: person })
      for (const by of [reader, person]) {
        events.length = 0
        for (const [type, id] of [
          ['COMMENTS', comment.id],
          ['USERS', person.user.id],
        ])
          expect(
            await refusals(
              platform.as(by),
              `createFlag(flag: { item_id: $id, item_type: ${type}, reason: ${reason} })`,
              { id: id! },
            ),
          ).toBeNull()
        expect(events).toEqual(['commentFlagged', 'usernameFlagged'])
      }
      const { data } = await platform.as(moderator).graphql(
        `query ($id: ID!) {
          comment(id: $id) {
            status
            action_summaries { count ... on FlagActionSummary { reason } }
            user {
              state { status { username { status } banned { status } } }
              action_summaries { count ... on FlagActionSummary { reason } }
            }
          }
        }`,
        { id: comment.id },
      )
      const summaries = [{ count: 2, reason }]
      expect(data!['comment']).toEqual({
        status: 'NONE',
        action_summaries: summaries,
        user: {
          state: { status: { username: { status: 'SET' }, banned: { status: false } } },
          action_summaries: summaries,
        },
      })
    },
  )
})
