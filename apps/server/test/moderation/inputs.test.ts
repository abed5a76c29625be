import { type Comment, type ModerationPhase, PlatformError, type User } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, describe, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { edit, post } from '../comments/operations.ts'
import { named } from '../compose/named.ts'
import { mutate, open } from './slow-phase.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

describe.each([
  ['SQLite', () => ({}), []],
  ['MongoDB', () => ({ PLATFORM_DOCSTORE_URL: mongo.url() }), [mongo]],
] as const)('on %s', (_store, envOf, needs) => {
  const runs = testWith(...needs)

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
    'a phase without judgesBy is asked again when anything of the author or the asset changed, but not for the counts of another comment',
    { timeout: 30_000 },
    async () => {
      await using site = await open(envOf())
      const { platform, author, asset } = site
      const store = platform.services.docstore
      const set = (collection: string, id: string, values: Record<string, unknown>) => () => {
        site.meanwhile = null
        return store.collection(collection).updateOne({ id }, { $set: values })
      }
      const other = await platform.createUser()
      const changes = {
        'a title is read from the page': [set('assets', asset.id, { title: 'A quiet street' }), [false, true]],
        'a plugin notes something about the author': [
          set('users', author.user.id, { 'metadata.seen': 3 }),
          [false, true],
        ],
        'a plugin notes something about the asset': [set('assets', asset.id, { 'metadata.calm': true }), [false, true]],
        'another comment is posted': [
          () => {
            site.meanwhile = null
            return post(platform.as(other), { asset_id: asset.id, body: 'Posted meanwhile' })
          },
          [false, false],
        ],
      } as const
      for (const [what, [change, asked]] of Object.entries(changes)) {
        site.asked.length = 0
        site.meanwhile = change
        expect([what, (await post(platform.as(author), { asset_id: asset.id, body: what })).status]).toEqual([
          what,
          'NONE',
        ])
        expect([what, site.asked]).toEqual([what, asked])
      }
    },
  )

  runs(
    'a phase may name what plugins keep with the author or the asset, and never gets the password of the author',
    { timeout: 30_000 },
    async () => {
      const authors: User[] = []
      const calm: ModerationPhase = {
        name: 'calm',
        before: 'premod',
        judgesBy: ['asset.metadata.calm', 'author.metadata'],
        run({ asset, author }) {
          authors.push(author)
          return asset.metadata['calm'] ? { status: 'PREMOD' } : undefined
        },
      }
      await using site = await open(envOf(), undefined, [calm])
      const { platform, author, asset } = site
      const store = platform.services.docstore
      site.meanwhile = () => {
        site.meanwhile = null
        return store.collection('assets').updateOne({ id: asset.id }, { $set: { title: 'New', 'metadata.loud': true } })
      }
      expect((await post(platform.as(author), { asset_id: asset.id })).status).toBe('NONE')
      expect(site.others).toEqual(['calm'])
      site.meanwhile = () => {
        site.meanwhile = null
        return store.collection('assets').updateOne({ id: asset.id }, { $set: { 'metadata.calm': true } })
      }
      expect((await post(platform.as(author), { asset_id: asset.id })).status).toBe('PREMOD')
      expect(site.others).toEqual(['calm', 'calm', 'calm'])
      expect(authors.map(given => ['password' in given, 'tokens' in given])).toEqual(authors.map(() => [false, false]))
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
})
