import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperation } from '#server/cli/run-operation'
import { decide, post } from '../comments/operations.ts'
import { onBothStores } from '../on-both-stores.ts'

const DAY = 86_400_000
const QUERY = `query ($query: StatisticsQuery!) {
  statistics(query: $query) {
    days { day counts { comments held rejected decided secondsToDecision } }
    total { comments held rejected decided secondsToDecision }
    busiest { asset { id } counts { comments } }
  }
}`

async function posted(as: TestPlatform, input: { asset_id: string; body: string }): Promise<{ id: string }> {
  const { id } = await post(as, input)
  if (id === null) throw new Error('the comment was refused')
  return { id }
}

await onBothStores(env => {
  let platform: TestPlatform
  let moderator: TestUser

  beforeAll(async () => {
    platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z'), env: env() })
    moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.settings.update({
      wordlist: { banned: ['slur'], suspect: [] },
      editCommentWindowLength: DAY,
    })
  })
  afterAll(() => platform[Symbol.asyncDispose]())

  async function statistics(query: object, as: TestUser | null = moderator) {
    const { data, errors } = await platform
      .as(as)
      .graphql(QUERY, { query: { from: '2026-03-01', to: '2026-03-02', ...query } })
    return errors[0] ?? data!['statistics']
  }
  const totalOf = async ({ id }: Asset) => (await statistics({ asset_id: id, to: '2026-12-31' })).total
  const write = (asset: Asset, body = 'Some words') =>
    platform.createUser().then(author => posted(platform.as(author), { asset_id: asset.id, body }))
  async function recount(): Promise<string> {
    let printed = ''
    const terminal = {
      out: (text: string) => {
        printed += text
      },
      err: (text: string) => {
        throw new Error(text)
      },
      draw: () => {},
      columns: null,
      interrupted: false,
    }
    await runOperation(platform.services, { name: 'statistics recount', options: {} }, terminal)
    return printed
  }

  test('the comments of each day are counted, with what became of them and how long it took', async () => {
    const asset = await platform.createAsset()
    await write(asset)
    const { id: rejected } = await write(asset)
    await write(asset, 'A slur')
    platform.clock.advance(60_000)
    await decide(platform.as(moderator), rejected, 'REJECTED')
    platform.clock.advance(DAY)
    moderator = await platform.signIn(moderator)
    await platform.services.assets.updateSettings(asset.id, { moderation: 'PRE' })
    const { id: held } = await write(asset)
    platform.clock.advance(120_000)
    await decide(platform.as(moderator), held, 'ACCEPTED')
    // A second decision does not count as the first one.
    platform.clock.advance(120_000)
    await decide(platform.as(moderator), held, 'REJECTED')
    await decide(platform.as(moderator), held, 'ACCEPTED')
    expect(await statistics({ asset_id: asset.id })).toEqual({
      days: [
        { day: '2026-03-01', counts: { comments: 3, held: 0, rejected: 2, decided: 1, secondsToDecision: 60 } },
        { day: '2026-03-02', counts: { comments: 1, held: 1, rejected: 0, decided: 1, secondsToDecision: 120 } },
      ],
      total: { comments: 4, held: 1, rejected: 2, decided: 2, secondsToDecision: 90 },
      busiest: [{ asset: { id: asset.id }, counts: { comments: 4 } }],
    })
  })

  test('the busiest discussions come first, and those of other days are not among them', async () => {
    const [quiet, busy] = [await platform.createAsset(), await platform.createAsset()]
    for (const asset of [quiet, busy, busy]) await write(asset)
    const { busiest } = await statistics({ from: '2026-03-02', to: '2026-03-02' })
    const ids = busiest.map(({ asset }: { asset: { id: string } }) => asset.id)
    expect([ids.indexOf(busy.id) < ids.indexOf(quiet.id), ids.includes(busy.id)]).toEqual([true, true])
    expect((await statistics({ from: '2026-02-01', to: '2026-02-02' })).busiest).toEqual([])
  })

  test('counting anew finds the same numbers, after edits, deletions, erased moderators and merges', async () => {
    const [from, into] = [await platform.createAsset(), await platform.createAsset()]
    const author = await platform.createUser()
    const gone = await platform.createUser({ roles: ['MODERATOR'] })
    const made = []
    for (let count = 0; count < 4; count++)
      made.push(await posted(platform.as(author), { asset_id: from.id, body: `Comment ${count}` }))
    await write(into)
    const [first, second, third] = made
    await platform.services.comments.edit(author.user, { id: first!.id, asset_id: from.id, body: 'With a slur' })
    platform.clock.advance(30_000)
    await decide(platform.as(gone), second!.id, 'REJECTED')
    await decide(platform.as(gone), third!.id, 'SYSTEM_WITHHELD')
    await platform.services.comments.remove(author.user, made[3]!.id)
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.erasure.request(admin.user, gone.user.id)
    await platform.services.jobs.idle()
    const before = await totalOf(from)
    expect(before).toEqual({ comments: 4, held: 0, rejected: 2, decided: 2, secondsToDecision: 30 })
    await platform.services.assets.merge({ from: from.id, into: into.id })
    expect(await totalOf(from)).toMatchObject({ comments: 0 })
    const merged = await totalOf(into)
    expect(merged).toEqual({ ...before, comments: 5 })
    const all = await statistics({ to: '2026-12-31' })
    await platform.services.docstore.collection('daily_counts').deleteMany({})
    expect(await totalOf(into)).toMatchObject({ comments: 0 })
    expect(await recount()).toMatch(/^Counted the comments of \d+ discussions anew/)
    expect([await totalOf(into), await statistics({ to: '2026-12-31' })]).toEqual([merged, all])
  })

  test('what each moderator decided is counted on the day of the decision, and goes with the account', async () => {
    const asset = await platform.createAsset()
    const [one, other] = [
      await platform.createUser({ roles: ['MODERATOR'] }),
      await platform.createUser({ roles: ['MODERATOR'] }),
    ]
    const made = [await write(asset), await write(asset), await write(asset)]
    platform.clock.advance(60_000)
    await decide(platform.as(one), made[0]!.id, 'ACCEPTED')
    await decide(platform.as(one), made[1]!.id, 'REJECTED')
    platform.clock.advance(60_000)
    // No first decision, so its time does not count.
    await decide(platform.as(one), made[1]!.id, 'NONE')
    await decide(platform.as(other), made[2]!.id, 'REJECTED')
    const found = async () => {
      const { data } = await platform.as(one).graphql(
        `query ($query: StatisticsQuery!) { statistics(query: $query) {
          moderators { moderator { id } approved rejected other secondsToDecision }
        } }`,
        { query: { from: '2026-03-01', to: '2026-12-31' } },
      )
      const all = data!['statistics'].moderators as { moderator: { id: string } | null }[]
      return all.filter(({ moderator: each }) => [one.user.id, other.user.id].includes(each?.id ?? ''))
    }
    const counts = (who: TestUser, ...[approved, rejected, other, secondsToDecision]: number[]) => ({
      moderator: { id: who.user.id },
      approved,
      rejected,
      other,
      secondsToDecision,
    })
    expect(await found()).toEqual([counts(one, 1, 1, 1, 60), counts(other, 0, 1, 0, 120)])
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.erasure.request(admin.user, other.user.id)
    await platform.services.jobs.idle()
    expect(await found()).toEqual([counts(one, 1, 1, 1, 60)])
    expect(
      await platform.services.docstore.collection('moderator_counts').countDocuments({ moderator_id: other.user.id }),
    ).toBe(0)
  })

  test('an erased author leaves the comments counted', async () => {
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const { id } = await posted(platform.as(author), { asset_id: asset.id, body: 'To be erased' })
    await decide(platform.as(moderator), id, 'REJECTED')
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.erasure.request(admin.user, author.user.id)
    await platform.services.jobs.idle()
    const left = { comments: 1, held: 0, rejected: 1, decided: 0, secondsToDecision: null }
    expect(await totalOf(asset)).toEqual(left)
    await recount()
    expect(await totalOf(asset)).toEqual(left)
  })

  test('many comments at the same time are all counted', async () => {
    const asset = await platform.createAsset()
    await Promise.all(Array.from({ length: 20 }, () => write(asset)))
    expect(await totalOf(asset)).toMatchObject({ comments: 20 })
  })

  test('a period that is too long or ends before it begins is refused, and readers may not ask', async () => {
    expect(await statistics({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await statistics({ from: '2025-01-01', to: '2026-03-01' })).toMatchObject({ code: 'BAD_USER_INPUT' })
    for (const reader of [null, await platform.createUser({ roles: ['STAFF'] })])
      expect(await statistics({}, reader)).toMatchObject({ code: 'NOT_AUTHORIZED' })
  })
})
