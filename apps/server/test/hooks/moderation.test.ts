import { type ModerationPhase, PlatformError, SETTING_NAMES } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/features/settings/model.ts'
import { post } from '../comments/operations.ts'
import { named } from '../compose/named.ts'

const phase = (
  name: string,
  place: Pick<ModerationPhase, 'before' | 'after'>,
  run: ModerationPhase['run'] = () => undefined,
): ModerationPhase => ({ name, ...place, run })
const names = ({ services }: TestPlatform) => services.composition.phases.map(({ name }) => name)
const CORE = [
  'commentLength',
  'assetClosed',
  'commentingDisabled',
  'pace',
  'wordlist',
  'staff',
  'links',
  'repeated',
  'karma',
  'preset',
  'alwaysPremod',
  'premod',
]

describe('the order of phases', () => {
  test('is the documented one, and plugins come where they say, in their own order', async () => {
    await using bare = await createTestPlatform()
    expect(names(bare)).toEqual(CORE)
    const asked: string[] = []
    const noting = (name: string, place: Pick<ModerationPhase, 'before' | 'after'>) =>
      phase(name, place, () => {
        asked.push(name)
        return { actions: [] }
      })
    await using platform = await createTestPlatform({
      plugins: [
        named('one', { moderation: [noting('one.a', { after: 'staff' }), noting('one.b', { before: 'premod' })] }),
        named('two', {
          moderation: [
            noting('two.a', { after: 'staff' }),
            noting('two.b', { before: 'premod' }),
            noting('two.c', { after: 'one.a' }),
            noting('two.d', { after: 'premod' }),
          ],
        }),
      ],
    })
    expect(names(platform).slice(5)).toEqual([
      'staff',
      'one.a',
      'two.c',
      'two.a',
      'links',
      'repeated',
      'karma',
      'preset',
      'alwaysPremod',
      'one.b',
      'two.b',
      'premod',
      'two.d',
    ])
    await post(platform.as(await platform.createUser()), { asset_id: (await platform.createAsset()).id })
    expect(asked).toEqual(['one.a', 'two.c', 'two.a', 'one.b', 'two.b', 'two.d'])
  })

  test('an unknown phase in before or after is a problem at the start, with the nearest name', async () => {
    await expect(
      createTestPlatform({ plugins: [named('lost', { moderation: [phase('mine', { before: 'premodd' })] })] }),
    ).rejects.toThrow(
      /PLUGIN_HOOK_INVALID +lost@1\.2\.3 moderation: mine is placed before premodd[\s\S]*did you mean premod\?/,
    )
  })

  test('the name of a phase that exists is a conflict, unless the operator lets it replace the other', async () => {
    const plugin = named('stern', { moderation: [phase('premod', { after: 'karma' }, () => ({ status: 'REJECTED' }))] })
    await expect(createTestPlatform({ plugins: [plugin] })).rejects.toThrow(/both define the moderation phase premod/)
    await using platform = await createTestPlatform({
      plugins: [plugin],
      settings: { stern: { allow: ['moderation phase.override:premod'] } },
    })
    expect(names(platform)).toEqual(CORE)
    expect(
      (await post(platform.as(await platform.createUser()), { asset_id: (await platform.createAsset()).id })).status,
    ).toBe('REJECTED')
  })
})

describe('the inputs that judgesBy names', () => {
  const withInputs = (judgesBy: readonly string[]) =>
    createTestPlatform({
      plugins: [
        named('lost', { moderation: [{ ...phase('mine', { before: 'premod' }), judgesBy: judgesBy as never }] }),
      ],
    })

  test.each([
    [
      'settings.wordlists',
      /judgesBy of mine names settings\.wordlists, and there is no such moderation input[\s\S]*did you mean settings\.wordlist\?/,
    ],
    ['author.role', /judgesBy of mine names author\.role,[\s\S]*did you mean author\.roles\?/],
    ['weather', /judgesBy of mine names weather,[\s\S]*the inputs are author\.status, .*settings>\.metadata\.<name>/],
    ['settings.metadata.', /judgesBy of mine names settings\.metadata\.,/],
  ])('%s is unknown, which is told at boot with what was meant', async (input, message) => {
    await expect(withInputs([input])).rejects.toThrow(message)
  })

  test('every setting is one, and what a plugin keeps in the settings', async () => {
    expect([...SETTING_NAMES].sort()).toEqual(Object.keys(defaultSettings).sort())
    await using platform = await withInputs([
      ...SETTING_NAMES.map(name => `settings.${name}`),
      'settings.metadata.lost',
    ])
    expect(names(platform)).toContain('mine')
  })

  test('are a list, and gate is true or false', async () => {
    const odd = { ...phase('mine', { before: 'premod' }), judgesBy: 'author.roles', gate: 'yes' } as never
    await expect(createTestPlatform({ plugins: [named('lost', { moderation: [odd] })] })).rejects.toThrow(
      /0\.judgesBy: is a string, expected a list[\s\S]*0\.gate: is a string, expected true or false/,
    )
  })
})

describe('a phase of a plugin', () => {
  test('decides with reason and flags, which are kept for moderators', async () => {
    const toxicity = phase('toxicity', { after: 'links' }, async ({ body }, { user, loaders }) => {
      if (!body.includes('you fool') || !user || !(await loaders.Users.getByID(user.id))) return undefined
      return {
        status: 'SYSTEM_WITHHELD',
        reason: 'toxicity 0.93',
        actions: [{ action_type: 'FLAG', group_id: 'TOXIC_COMMENT', metadata: { message: '0.93', score: 0.93 } }],
      }
    })
    await using platform = await createTestPlatform({ plugins: [named('toxic', { moderation: [toxicity] })] })
    const asset = await platform.createAsset()
    const author = platform.as(await platform.createUser())
    expect((await post(author, { asset_id: asset.id, body: 'kind words' })).status).toBe('NONE')
    const held = await post(author, { asset_id: asset.id, body: 'oh you fool' })
    expect(held.status).toBe('SYSTEM_WITHHELD')
    const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
    const { data } = await moderator.graphql(
      `query ($id: ID!) {
        comment(id: $id) {
          status_history { type phase reason }
          actions { ... on FlagAction { reason message } }
        }
      }`,
      { id: held.id },
    )
    expect(data!['comment']).toEqual({
      status_history: [{ type: 'SYSTEM_WITHHELD', phase: 'toxicity', reason: 'toxicity 0.93' }],
      actions: [{ reason: 'TOXIC_COMMENT', message: '0.93' }],
    })
  })

  test('sees whether a comment is new or edited, and refuses with an error of its own', async () => {
    const seen: unknown[] = []
    const gate = phase('gate', { before: 'premod' }, ({ body, comment, parent_id, author, asset, settings }) => {
      seen.push([body, comment?.body ?? null, parent_id, author.username, asset.url, settings['moderation']])
      if (body.includes('refuse me')) throw new PlatformError('NOT_TODAY', 'Not today')
      return undefined
    })
    await using platform = await createTestPlatform({ plugins: [named('gate', { moderation: [gate] })] })
    const asset = await platform.createAsset({ url: 'http://localhost/gated' })
    const commenter = await platform.createUser({ username: 'guest' })
    const { id } = await post(platform.as(commenter), { asset_id: asset.id, body: 'first' })
    const edited = await platform.as(commenter).graphql(
      `mutation ($id: ID!, $asset: ID!) {
        editComment(id: $id, asset_id: $asset, edit: { body: "second" }) {
          errors { translation_key }
        }
      }`,
      { id, asset: asset.id },
    )
    expect(edited.data!['editComment'].errors).toBeNull()
    expect(
      (await post(platform.as(commenter), { asset_id: asset.id, parent_id: id, body: 'refuse me' })).errors,
    ).toEqual(['NOT_TODAY'])
    expect(seen).toEqual([
      ['first', null, null, 'guest', 'http://localhost/gated', 'POST'],
      ['second', 'first', null, 'guest', 'http://localhost/gated', 'POST'],
      ['refuse me', null, id, 'guest', 'http://localhost/gated', 'POST'],
    ])
  })

  test.each([
    ['a promise', async () => undefined],
    ['an object', () => ({ status: 'NONE' as const })],
  ])('that is a gate and answers with %s is named in the log, and nothing is posted', async (answer, run) => {
    const gate = { ...phase('gate', { before: 'premod' }, run), gate: true }
    await using platform = await createTestPlatform({ plugins: [named('odd', { moderation: [gate] })] })
    const asset = await platform.createAsset()
    const { data } = await platform
      .as(await platform.createUser())
      .graphql('mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "said" }) { comment { id } } }', {
        id: asset.id,
      })
    expect(data?.['createComment'] ?? null).toBeNull()
    const line = platform.logs.find(entry => entry['level'] === 'error')!
    expect(JSON.stringify(line['err'])).toContain(`is a gate and answered with ${answer}`)
  })

  test.each<[string, unknown, string]>([
    ['an unknown status', { status: 'MAYBE' }, 'status: '],
    ['a text', 'REJECTED', 'it: '],
    ['an unknown key', { verdict: 'REJECTED' }, 'there is no such field'],
    ['an action without a type', { actions: [{}] }, 'actions.0.action_type: '],
  ])('that gives %s is named in the log, and nothing is posted', async (_name, answer, place) => {
    await using platform = await createTestPlatform({
      plugins: [named('odd', { moderation: [phase('odd', { before: 'premod' }, () => answer as never)] })],
    })
    const asset = await platform.createAsset()
    const author = platform.as(await platform.createUser())
    const { data, errors } = await author.graphql(
      'mutation ($id: ID!) { createComment(input: { asset_id: $id, body: "said" }) { comment { id } } }',
      { id: asset.id },
    )
    expect([data?.['createComment'] ?? null, errors.length]).toEqual([null, 1])
    const line = platform.logs.find(entry => entry['level'] === 'error')!
    expect(line['msg']).toContain('odd@1.2.3 moderation odd')
    expect(JSON.stringify(line['err'])).toContain(place)
  })
})
