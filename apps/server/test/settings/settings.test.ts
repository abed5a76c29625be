import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const UPDATE = `mutation ($input: UpdateSettingsInput!) {
  updateSettings(input: $input, password: "a long enough password") {
    errors { translation_key message ... on ValidationUserError { field_name } }
  }
}`

let platform: TestPlatform
let admin: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
})

afterAll(() => platform[Symbol.asyncDispose]())

async function update(input: Record<string, unknown>, by = admin) {
  const { data, errors } = await by.graphql(UPDATE, { input })
  expect(errors).toEqual([])
  return data!['updateSettings'] as null | {
    errors: { translation_key: string; field_name?: string; message: string }[]
  }
}

async function read(fields: string, by = admin) {
  return (await by.graphql(`{ settings { ${fields} } }`)).data!['settings'] as Record<string, unknown>
}

const EVERY = {
  moderation: 'PRE',
  requireEmailConfirmation: true,
  infoBoxEnable: true,
  infoBoxContent: '**Be kind**',
  questionBoxEnable: true,
  questionBoxContent: 'What do you think?',
  premodLinksEnable: true,
  questionBoxIcon: 'forum',
  autoCloseStream: true,
  customCssUrl: 'https://example.com/stream.css',
  customAdminCssUrl: 'https://example.com/admin.css',
  closedTimeout: 3_600,
  closedMessage: 'Thank you',
  disableCommenting: true,
  disableCommentingMessage: 'Back soon',
  charCountEnable: true,
  charCount: 200,
  organizationName: 'The Paper',
  organizationContactEmail: 'desk@example.com',
  editCommentWindowLength: 60_000,
  wordlist: { banned: ['one'], suspect: ['two words'] },
  domains: { whitelist: ['news.example'] },
}
const FIELDS = Object.entries(EVERY)
  .map(([name, value]) => (typeof value === 'object' ? `${name} { ${Object.keys(value).join(' ')} }` : name))
  .join(' ')
const reset = () => update(Object.fromEntries(Object.keys(EVERY).map(name => [name, null])))

test('texts are stored without control characters that show nothing, and keep their lines where they may have some', async () => {
  const written = 'One\0 \u001b\ntwo\ud800'
  const reasons = { rejectionReasons: [written] }
  expect(
    await update({ organizationName: written, infoBoxContent: written, banMessage: written, ...reasons }),
  ).toBeNull()
  expect(await read('organizationName infoBoxContent banMessage rejectionReasons')).toEqual({
    organizationName: 'One  two\ufffd',
    infoBoxContent: 'One \u001b\ntwo\ufffd',
    banMessage: 'One \u001b\ntwo\ufffd',
    rejectionReasons: ['One  two\ufffd'],
  })
  await update({ organizationName: null, infoBoxContent: null, banMessage: null, rejectionReasons: null })
})

test('every setting is read as it was written, and null brings each default back', async () => {
  const before = await read(FIELDS)
  expect(await update(EVERY)).toBeNull()
  expect(await read(FIELDS)).toEqual(EVERY)
  expect(await reset()).toBeNull()
  expect(await read(FIELDS)).toEqual(before)
  expect(before).toMatchObject({
    moderation: 'POST',
    closedTimeout: 1_209_600,
    charCount: 5_000,
    editCommentWindowLength: 30_000,
    questionBoxIcon: 'default',
    domains: { whitelist: ['localhost'] },
  })
})

test('a setting that is not given keeps its value, also within a list of lists', async () => {
  await update({ wordlist: { banned: ['first'], suspect: ['second'] }, charCount: 300 })
  await update({ wordlist: { banned: ['third'] } })
  expect(await read('charCount wordlist { banned suspect }')).toEqual({
    charCount: 300,
    wordlist: { banned: ['third'], suspect: ['second'] },
  })
  await update({ wordlist: { suspect: null } })
  expect(await read('wordlist { banned suspect }')).toEqual({ wordlist: { banned: ['third'], suspect: [] } })
  await reset()
})

test('two simultaneous changes both count [K21]', async () => {
  await Promise.all([
    update({ organizationName: 'One' }),
    update({ charCount: 42 }),
    update({ wordlist: { banned: ['a1'] } }),
    update({ wordlist: { suspect: ['b1'] } }),
  ])
  expect(await read('organizationName charCount wordlist { banned suspect }')).toEqual({
    organizationName: 'One',
    charCount: 42,
    wordlist: { banned: ['a1'], suspect: ['b1'] },
  })
  await reset()
})

test('each subscriber gets one event about a changed setting, with the fields it may see', async () => {
  const heard: unknown[] = []
  const feed = await platform.subscribe(
    'subscription { settingsUpdated { disableCommenting wordlist { banned } } }',
    {},
  )
  const over = (async () => {
    for await (const { data } of feed) heard.push((data as Record<string, unknown>)['settingsUpdated'])
  })()
  for (const disableCommenting of [true, true, false]) {
    await update({ disableCommenting })
    await expect.poll(() => heard.at(-1)).toEqual({ disableCommenting, wordlist: null })
  }
  // The event of the reset before this test may arrive after the subscription has begun.
  const values = heard.map(settings => (settings as Record<string, unknown>)['disableCommenting'])
  expect(values.slice(values.indexOf(true))).toEqual([true, false])
  await feed.return!()
  await over
  await reset()
})

test('all bad values are named together, and then nothing changes', async () => {
  const before = await read(FIELDS)
  const answer = await update({
    charCount: 0,
    editCommentWindowLength: -1,
    closedTimeout: 2_000_000_000,
    customCssUrl: 'javascript:alert(1)',
    organizationContactEmail: 'nobody',
    infoBoxContent: 'x'.repeat(20_001),
    organizationName: 'Fine',
    wordlist: { banned: ['fine', ' '] },
    domains: { whitelist: ['*.example'] },
  })
  expect(answer!.errors.map(({ translation_key, field_name }) => [translation_key, field_name])).toEqual(
    [
      'infoBoxContent',
      'customCssUrl',
      'closedTimeout',
      'editCommentWindowLength',
      'charCount',
      'organizationContactEmail',
      'wordlist.banned.1',
      'domains.whitelist.0',
    ].map(field => ['BAD_USER_INPUT', field]),
  )
  expect(await read(FIELDS)).toEqual(before)
})

test.each(['', '  ', '. . .', '​', '\u0000', '\ud800'])('a phrase of nothing but %j is refused [E01]', async phrase => {
  expect((await update({ wordlist: { banned: [phrase] } }))!.errors[0]).toMatchObject({
    field_name: 'wordlist.banned.0',
    translation_key: 'BAD_USER_INPUT',
  })
})

test('phrases are literals, and the same one twice is kept once [E01]', async () => {
  const phrases = ['|', '(a+)+$', '\\d', 'a|b', 'twice', 'twice']
  expect(await update({ wordlist: { banned: phrases } })).toBeNull()
  expect(await read('wordlist { banned }')).toEqual({ wordlist: { banned: ['|', '(a+)+$', '\\d', 'a|b', 'twice'] } })
  await reset()
})

test('only the host of a permitted domain is stored, whatever the spelling', async () => {
  await update({
    domains: {
      whitelist: ['News.Example', 'https://news.example/front', 'news.example:8080', 'bücher.example', ' localhost '],
    },
  })
  expect(await read('domains { whitelist }')).toEqual({
    domains: { whitelist: ['news.example', 'xn--bcher-kva.example', 'localhost'] },
  })
  for (const bad of [
    '',
    '*.example',
    'a b',
    'host!',
    'a..b',
    'javascript:alert(1)',
    'http://user@host/',
    'ftp://host/',
    'http://%zz/',
  ])
    expect((await update({ domains: { whitelist: [bad] } }))?.errors[0], bad).toMatchObject({
      field_name: 'domains.whitelist.0',
    })
  await reset()
})

describe('who', () => {
  test.each([
    ['an anonymous caller', null],
    ['COMMENTER', []],
    ['STAFF', ['STAFF']],
    ['MODERATOR', ['MODERATOR']],
  ] as const)("%s can't change settings", async (_name, roles) => {
    const by = platform.as(roles === null ? null : await platform.createUser({ roles }))
    expect((await update({ charCount: 7 }, by))!.errors[0]).toMatchObject({ translation_key: 'NOT_AUTHORIZED' })
    expect(await read('charCount')).toEqual({ charCount: 5_000 })
  })

  test('protected settings are read by administrators and moderators alone', async () => {
    const protectedFields =
      'premodLinksEnable autoCloseStream wordlist { banned } domains { whitelist } karmaThresholds { flag { ' +
      'reliable } comment { unreliable } }'
    const nothing = {
      premodLinksEnable: null,
      autoCloseStream: null,
      wordlist: null,
      domains: null,
      karmaThresholds: null,
    }
    expect(await read(protectedFields, platform)).toEqual(nothing)
    expect(await read(protectedFields, platform.as(await platform.createUser({ roles: ['STAFF'] })))).toEqual(nothing)
    expect(await read(protectedFields, platform.as(await platform.createUser({ roles: ['MODERATOR'] })))).toEqual({
      premodLinksEnable: false,
      autoCloseStream: false,
      wordlist: { banned: [] },
      domains: { whitelist: ['localhost'] },
      karmaThresholds: { flag: { reliable: 2 }, comment: { unreliable: -1 } },
    })
  })
})

test('names that stores or objects treat specially are refused [N03, N15]', async () => {
  const { settings } = platform.services
  for (const input of [
    { $set: { a: 1 } },
    { installed: true },
    JSON.parse('{"__proto__":{"polluted":1}}') as object,
    { 'wordlist.banned': ['x'] },
    { metadata: { $where: 1 } },
    { metadata: { 'a.b': 1 } },
  ]) {
    await expect(settings.update(input as Record<string, unknown>)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('each name of metadata, in which plugins keep settings, changes by itself', async () => {
  const { settings } = platform.services
  await settings.update({ metadata: { polls: { open: true }, votes: 3 } })
  await settings.update({ metadata: { votes: null } })
  expect((await settings.load()).metadata).toEqual({ polls: { open: true } })
})
