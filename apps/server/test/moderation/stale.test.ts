import type { Comment, CommentStatus, User } from '@platform/plugin-sdk'
import { afterAll, describe, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { decide, edit, post } from '../comments/operations.ts'
import { faults } from './faults.ts'
import { mutate, open, type Scene, until } from './slow-phase.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const CASES: [
  what: string,
  happens: (scene: Scene) => Promise<unknown>,
  answer: { status: CommentStatus } | { errors: string[] },
][] = [
  [
    'the discussion is closed [R11]',
    scene => mutate(scene, 'closeAsset(id: $id)', scene.asset.id),
    { errors: ['COMMENTING_CLOSED'] },
  ],
  [
    'commenting is switched off [R11]',
    ({ platform }) => platform.services.settings.update({ disableCommenting: true }),
    { errors: ['COMMENTING_DISABLED'] },
  ],
  [
    'the author is banned [K18]',
    scene => mutate(scene, 'banUser(input: { id: $id, message: "" })', scene.author.user.id),
    { errors: ['NOT_AUTHORIZED'] },
  ],
  [
    'the author is suspended [K18]',
    scene => mutate(scene, `suspendUser(input: { id: $id, message: "", until: "${until()}" })`, scene.author.user.id),
    { errors: ['NOT_AUTHORIZED'] },
  ],
  [
    'the author is deleted [K18]',
    scene => mutate(scene, 'delUser(id: $id, password: "a long enough password")', scene.author.user.id),
    { errors: ['NOT_AUTHORIZED'] },
  ],
  [
    "the author's name is rejected [K18]",
    scene => mutate(scene, 'rejectUsername(id: $id)', scene.author.user.id),
    { errors: ['NOT_AUTHORIZED'] },
  ],
  [
    "all of the author's comments are to wait [K18]",
    scene => mutate(scene, 'alwaysPremodUser(input: { id: $id })', scene.author.user.id),
    { status: 'PREMOD' },
  ],
  [
    'the discussion is moderated first [R11]',
    scene => mutate(scene, 'updateAssetSettings(id: $id, input: { moderation: PRE })', scene.asset.id),
    { status: 'PREMOD' },
  ],
  [
    'the site is moderated first [R11]',
    ({ platform }) => platform.services.settings.update({ moderation: 'PRE' }),
    { status: 'PREMOD' },
  ],
  [
    'a word is banned [R11]',
    ({ platform }) => platform.services.settings.update({ wordlist: { banned: ['think'] } }),
    { status: 'REJECTED' },
  ],
]

describe.each([
  ['SQLite', () => ({}), []],
  ['MongoDB', () => ({ PLATFORM_DOCSTORE_URL: mongo.url() }), [mongo]],
] as const)('on %s', (_store, envOf, needs) => {
  const runs = testWith(...needs)

  runs.each(CASES)(
    'a comment is moderated by the inputs at the moment when it is stored: while a phase is slow, %s',
    { timeout: 30_000 },
    async (_what, happens, answer) => {
      for (const act of ['post', 'edit'] as const) {
        await using site = await open(envOf())
        const { platform, author, asset } = site
        const comments = platform.services.docstore.collection<Comment>('comments')
        const before = act === 'edit' ? await post(platform.as(author), { asset_id: asset.id }) : null
        site.asked.length = 0
        site.meanwhile = () => {
          site.meanwhile = null
          return happens(site)
        }
        const outcome = before
          ? await edit(platform.as(author), { id: before.id!, asset_id: asset.id, body: 'What I think now' })
          : await post(platform.as(author), { asset_id: asset.id })
        expect({ act, ...outcome }).toMatchObject({ act, ...answer })
        await platform.services.jobs.idle()
        const stored = await comments.find({ author_id: author.user.id }).toArray()
        if ('status' in answer)
          expect(stored.map(({ status, status_history: history }) => [status, history.at(-1)!.type])).toEqual([
            [answer.status, answer.status],
          ])
        else expect(stored.filter(({ body }) => act === 'post' || body === 'What I think now')).toEqual([])
        expect(await faults(platform.services.docstore)).toEqual([])
      }
    },
  )

  runs(
    'a comment is moderated once when no input changes, and waits for a moderator when inputs keep changing',
    { timeout: 30_000 },
    async () => {
      // The clock stands still, so that all attempts are of one minute.
      await using site = await open(envOf(), new Date('2026-03-01T12:00:00.000Z'))
      const { platform, author, asset } = site
      await platform.services.settings.update({ commentsPerMinute: 2 })
      expect(await post(platform.as(author), { asset_id: asset.id })).toMatchObject({ status: 'NONE' })
      expect(site.asked).toEqual([false])
      let length = 1_000
      site.meanwhile = () => platform.services.settings.update({ charCount: ++length })
      const { id, status } = await post(platform.as(author), { asset_id: asset.id })
      // Asked three times, counted once for the pace.
      expect([status, site.asked]).toEqual(['PREMOD', [false, false, true, true]])
      const stored = (await platform.services.docstore.collection<Comment>('comments').findOne({ id: id! }))!
      expect(stored.status_history).toMatchObject([{ type: 'PREMOD', reason: 'the moderation inputs kept changing' }])
      site.meanwhile = null
      expect((await post(platform.as(author), { asset_id: asset.id })).errors).toEqual(['RATE_LIMIT_EXCEEDED'])
    },
  )

  runs(
    'an author whose role changes while a phase runs is moderated by the new role [K18]',
    { timeout: 30_000 },
    async () => {
      await using site = await open(envOf())
      const { platform, author, asset, admin } = site
      const role = (name: 'STAFF' | 'COMMENTER') => () => {
        site.meanwhile = null
        return platform.services.accountStatus.make('setRole', admin.user, { id: author.user.id, role: name })
      }
      const tagsOf = async (id: string) =>
        (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!.tags.map(
          ({ tag }) => tag.name,
        )
      site.meanwhile = role('STAFF')
      const now = await platform.services.comments.create(author.user, {
        asset_id: asset.id,
        body: 'What I think',
      })
      const someone = (await platform.services.docstore.collection<User>('users').findOne({ id: author.user.id }))!
      expect([now.status, await tagsOf(now.id)]).toEqual(['ACCEPTED', ['STAFF']])
      site.meanwhile = role('COMMENTER')
      const later = await platform.services.comments.create(someone, {
        asset_id: asset.id,
        body: 'What else I think',
      })
      expect([later.status, await tagsOf(later.id)]).toEqual(['NONE', []])
    },
  )

  runs(
    'a discussion merged while a phase runs gets no comment, and an edit is moderated by the new discussion [R11]',
    { timeout: 30_000 },
    async () => {
      for (const act of ['post', 'edit'] as const) {
        await using site = await open(envOf())
        const { platform, author, asset } = site
        const into = await platform.createAsset({ settings: { moderation: 'PRE' } })
        const { id } = await post(platform.as(author), { asset_id: asset.id })
        site.meanwhile = () => {
          site.meanwhile = null
          return platform.services.assets.merge({ from: asset.id, into: into.id })
        }
        if (act === 'post')
          expect(await post(platform.as(author), { asset_id: asset.id, body: 'Too late' })).toMatchObject({
            errors: ['NOT_FOUND'],
          })
        else
          expect(
            await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'Moved meanwhile' }),
          ).toMatchObject({ status: 'PREMOD', errors: null })
        const stored = await platform.services.docstore.collection<Comment>('comments').find({}).toArray()
        expect(stored.map(({ asset_id: where, status }) => [where, status])).toEqual([
          [into.id, act === 'edit' ? 'PREMOD' : 'NONE'],
        ])
        expect(await faults(platform.services.docstore)).toEqual([])
      }
    },
  )

  runs(
    'an edit sent in time is accepted however long the phases take, by the settings of now [R11]',
    { timeout: 30_000 },
    async () => {
      await using site = await open(envOf(), new Date('2026-03-01T12:00:00.000Z'))
      const { platform, author, asset } = site
      const { id } = await post(platform.as(author), { asset_id: asset.id })
      const change = (body: string) => edit(platform.as(author), { id: id!, asset_id: asset.id, body })
      platform.clock.advance(20_000)
      site.meanwhile = async () => {
        site.meanwhile = null
        await platform.services.settings.update({ editCommentWindowLength: 15_000 })
      }
      expect((await change('Too late by then')).errors).toEqual(['EDIT_WINDOW_ENDED'])
      await platform.services.settings.update({ editCommentWindowLength: 30_000 })
      platform.clock.advance(9_999)
      site.meanwhile = async () => {
        site.meanwhile = null
        platform.clock.advance(10_000)
      }
      expect((await change('In time')).errors).toBeNull()
      expect((await change('Too late')).errors).toEqual(['EDIT_WINDOW_ENDED'])
      expect((await platform.services.docstore.collection<Comment>('comments').findOne({ id: id! }))!.body).toBe(
        'In time',
      )
    },
  )

  runs('a decision of a moderator in the midst of an edit holds [R13]', { timeout: 30_000 }, async () => {
    await using site = await open(envOf())
    const { platform, author, asset, admin } = site
    const { id } = await post(platform.as(author), { asset_id: asset.id })
    for (const [status, expected] of [
      ['PREMOD', { status: 'PREMOD' }],
      ['REJECTED', { errors: ['NOT_AUTHORIZED'] }],
    ] as const) {
      site.meanwhile = () => {
        site.meanwhile = null
        return decide(platform.as(admin), id!, status)
      }
      expect(
        await edit(platform.as(author), { id: id!, asset_id: asset.id, body: `Anew before ${status}` }),
      ).toMatchObject(expected)
    }
  })
})
