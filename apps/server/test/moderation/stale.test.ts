import {
  type Asset,
  type Comment,
  type CommentStatus,
  type ModerationPhase,
  PlatformError,
  type Submission,
  type User,
} from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, describe, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { decide, edit, post } from '../comments/operations.ts'
import { named } from '../compose/named.ts'
import { faults } from './workload.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

interface Scene {
  readonly platform: TestPlatform
  readonly admin: TestUser
  readonly author: TestUser
  readonly asset: Asset
}
interface Site extends Scene, AsyncDisposable {
  readonly asked: boolean[]
  /** Of the phases that declare `judgesBy`. */
  readonly others: string[]
  meanwhile: (() => Promise<unknown>) | null
}

/** A site with a phase that takes its time: it goes on when `meanwhile` is done. */
async function open(env: Record<string, string>, now?: Date, others: readonly ModerationPhase[] = []): Promise<Site> {
  const site = {
    asked: [] as boolean[],
    others: [] as string[],
    meanwhile: null as Site['meanwhile'],
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
    },
  }
  const slow = named('slow', {
    moderation: [
      {
        name: 'slow',
        after: 'commentingDisabled',
        async run({ again }: Submission) {
          site.asked.push(again === true)
          await site.meanwhile?.()
          return undefined
        },
      },
      ...others.map(phase => ({
        ...phase,
        run(submission: Submission) {
          site.others.push(phase.name)
          return phase.run(submission, undefined as never)
        },
      })),
    ],
  })
  const platform = await createTestPlatform({ plugins: [slow], env, ...(now ? { now } : {}) })
  const [admin, author, asset] = [
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser(),
    await platform.createAsset(),
  ]
  return Object.assign(site, { platform, admin, author, asset })
}

const mutate = ({ platform, admin }: Scene, mutation: string, id: string) =>
  platform
    .as(admin)
    .graphql(`mutation ($id: ID!) { ${mutation} { errors { translation_key } } }`, { id })
    .then(({ data, errors }) => {
      const answer = Object.values(data ?? {})[0] as { errors: unknown[] | null } | null
      if (errors.length > 0 || answer?.errors) throw new Error(JSON.stringify([errors, answer]))
    })
const until = () => new Date(Date.now() + 3_600_000).toISOString()

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
    scene => mutate(scene, 'delUser(id: $id)', scene.author.user.id),
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
        expect(await faults(platform)).toEqual([])
      }
    },
  )

  runs(
    'a comment is moderated once when no input changes, and waits for a moderator when inputs keep changing',
    { timeout: 30_000 },
    async () => {
      await using site = await open(envOf())
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
    'a phase with judgesBy is asked again when one of these inputs changed, else its first answer is kept',
    { timeout: 30_000 },
    async () => {
      const phase = (name: string, judgesBy: ModerationPhase['judgesBy']): ModerationPhase => ({
        name,
        before: 'premod',
        ...(judgesBy ? { judgesBy } : {}),
        run: ({ body, settings }) =>
          name === 'text' && body.includes('?')
            ? { actions: [{ action_type: 'FLAG', group_id: 'QUESTION' }] }
            : name === 'words' && (settings['metadata'] as { calm?: boolean }).calm
              ? { status: 'PREMOD' as const }
              : undefined,
      })
      const phases = [
        phase('text', []),
        phase('all', undefined),
        phase('trust', ['author.trust', 'settings.moderation']),
        phase('words', ['settings.metadata.calm']),
      ]
      await using site = await open(envOf(), undefined, phases)
      const { platform, author, asset } = site
      const change = (values: Record<string, unknown>) => () => {
        site.meanwhile = null
        return platform.services.settings.update(values)
      }
      for (const act of ['post', 'edit'] as const) {
        await platform.services.settings.update({ metadata: null })
        const before = act === 'edit' ? await post(platform.as(author), { asset_id: asset.id }) : null
        site.others.length = 0
        site.meanwhile = change({ metadata: { calm: true } })
        const { id, status } = before
          ? { ...(await edit(platform.as(author), { id: before.id!, asset_id: asset.id, body: 'So?' })), id: before.id }
          : await post(platform.as(author), { asset_id: asset.id, body: 'Really?' })
        expect([act, status, site.others]).toEqual([act, 'PREMOD', ['text', 'all', 'trust', 'words', 'all', 'words']])
        const stored = (await platform.services.docstore.collection<Comment>('comments').findOne({ id: id! }))!
        expect(stored.action_counts).toEqual({ flag: 1, flag_question: 1 })
      }
    },
  )

  runs(
    'a comment is not moderated again when an input changed that no phase names, and still gets the tags of the moment',
    { timeout: 30_000 },
    async () => {
      const asked: string[] = []
      const core = { before: 'commentLength', judgesBy: [] } as const
      const meanwhile: { do: (() => Promise<unknown>) | null } = { do: null }
      const slow = named('slow', {
        moderation: [
          {
            name: 'slow',
            ...core,
            async run() {
              asked.push('slow')
              await meanwhile.do?.()
              return { status: 'NONE' }
            },
          },
        ],
      })
      await using platform = await createTestPlatform({ plugins: [slow], env: envOf() })
      const [admin, author, asset] = [
        await platform.createUser({ roles: ['ADMIN'] }),
        await platform.createUser(),
        await platform.createAsset(),
      ]
      meanwhile.do = async () => {
        await platform.services.settings.update({ charCount: 4_000 })
        await platform.services.accountStatus.make('setRole', admin.user, {
          id: author.user.id,
          role: 'STAFF',
        })
      }
      const { id } = await post(platform.as(author), { asset_id: asset.id })
      const stored = (await platform.services.docstore.collection<Comment>('comments').findOne({ id: id! }))!
      expect([asked, stored.tags.map(({ tag }) => tag.name)]).toEqual([['slow'], ['STAFF']])
      const other = await platform.createUser()
      meanwhile.do = () =>
        mutate({ platform, admin, author, asset }, 'banUser(input: { id: $id, message: "" })', other.user.id)
      expect((await post(platform.as(other), { asset_id: asset.id })).errors).toEqual(['NOT_AUTHORIZED'])
    },
  )

  runs(
    'when it never ends, the phases that say whether anything may be posted here are still asked',
    { timeout: 30_000 },
    async () => {
      let isHoliday = false
      const holiday: ModerationPhase = {
        name: 'holiday',
        after: 'premod',
        gate: true,
        judgesBy: ['settings.metadata.holiday'],
        run() {
          if (isHoliday) throw new PlatformError('ON_HOLIDAY', 'Moderators are on holiday')
        },
      }
      await using site = await open(envOf(), undefined, [holiday])
      const { platform, author, asset } = site
      let times = 0
      site.meanwhile = async () => {
        isHoliday = ++times === 4
        await platform.services.settings.update({ charCount: 1_000 + times })
      }
      expect((await post(platform.as(author), { asset_id: asset.id })).status).toBe('PREMOD')
      expect(site.others).toEqual(['holiday', 'holiday'])
      site.meanwhile = async () => {
        if (++times === 6) isHoliday = true
        await platform.services.settings.update(
          times === 6 ? { charCount: 900, metadata: { holiday: true } } : { charCount: 1_000 + times },
        )
      }
      expect((await post(platform.as(author), { asset_id: asset.id })).errors).toEqual(['ON_HOLIDAY'])
      expect(await platform.services.docstore.collection('comments').countDocuments({})).toBe(1)
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
        expect(await faults(platform)).toEqual([])
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
