import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalAddress } from '../../src/features/assets/address.ts'
import { importLines, line } from '../import/threads-file.ts'
import { randomly } from '../moderation/workload.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({ domains: { whitelist: ['ok.com', 'bücher.example'] } })
})

afterAll(() => platform[Symbol.asyncDispose]())

const open = (url: string) =>
  platform.graphql<{ asset: { id: string; url: string } | null }>(
    'query ($url: String) { asset(url: $url) { id url } }',
    { url },
  )

test.each([
  'http://ok.com:80@169.254.169.254/',
  'http://ok.com@evil.example/',
  'http://ok.com.evil/',
  'http://evil-ok.com/',
  'ok.com#@evil',
  'ok.com\\@evil',
  'http://evil/ok.com',
  'http://ok.com./',
  '//ok.com/',
  'ok.com',
  'ftp://ok.com/',
  'javascript://ok.com/%0aalert(1)',
  'data:text/html,ok.com',
  'http://sub.ok.com/',
  'http://[::1]/',
  'http://evil.example\\@ok.com/',
  `http://ok.com/${'x'.repeat(2_100)}`,
  `http://ok.com/${'ü'.repeat(400)}`,
])('no discussion is opened at %s [S02]', async url => {
  const { data, errors } = await open(url)
  expect(data?.asset ?? null).toBeNull()
  expect(errors[0]?.code).toBe('INVALID_ASSET_URL')
})

test.each([
  ['http://OK.com/a', 'http://ok.com/a'],
  ['http://ok.com:80/a', 'http://ok.com/a'],
  ['https://ok.com:443/a', 'https://ok.com/a'],
  ['http://ok.com:8080/a', 'http://ok.com:8080/a'],
  ['http://ok.com/a#part', 'http://ok.com/a'],
  ['http://ok.com/x/../a', 'http://ok.com/a'],
  ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['http://ok.com/a?b=1&c=2', 'http://ok.com/a?b=1&c=2'],
  ['http://ok.com/a?c=2&b=1', 'http://ok.com/a?b=1&c=2'],
  ['http://ok.com/a?utm_source=x&utm_medium=y', 'http://ok.com/a'],
  ['http://ok.com/a?fbclid=x&b=1&gclid=y', 'http://ok.com/a?b=1'],
  ['http://ok.com/a?utm%5fsource=x', 'http://ok.com/a'],
  ['http://ok.com/a?commentId=123', 'http://ok.com/a'],
  ['http://ok.com/a?', 'http://ok.com/a'],
  ['http://ok.com/a?&b=1&', 'http://ok.com/a?b=1'],
  ['http://ok.com', 'http://ok.com/'],
  ['http://ok.com/%7Eann', 'http://ok.com/~ann'],
  ['http://ok.com/%7eann?q=%7e%2d', 'http://ok.com/~ann?q=~-'],
  ['http://ok.com/a%2fb', 'http://ok.com/a%2Fb'],
  ['http://ok.com/%257E', 'http://ok.com/%257E'],
  ['http://ok.com/%2e%2e/a', 'http://ok.com/a'],
  ['http://ok.com/ü', 'http://ok.com/%C3%BC'],
  ['http://ok.com/%%37Eb', 'http://ok.com/%257Eb'],
  ['http://ok.com/a/%%32e%%32e/b', 'http://ok.com/a/%252e%252e/b'],
  ['http://ok.com/100%', 'http://ok.com/100%25'],
  ['http://ok.com/100%?q=%&p=%4', 'http://ok.com/100%25?p=%254&q=%25'],
])('%s is the page %s [S13]', async (given, canonical) => {
  const [first, second] = [await open(given), await open(canonical)]
  expect(first.data?.asset).toEqual({ id: second.data!.asset!.id, url: canonical })
})

test.each([
  ['http://ok.com/a', 'http://ok.com/a/'],
  ['http://ok.com/a', 'http://ok.com/A'],
  ['http://ok.com/a', 'https://ok.com/a'],
  ['http://ok.com/a%2Fb', 'http://ok.com/a/b'],
  ['http://ok.com/~a', 'http://ok.com/%257Ea'],
  ['http://ok.com/?a=1&a=2', 'http://ok.com/?a=2&a=1'],
  ['http://ok.com/?a', 'http://ok.com/?a='],
  ['http://ok.com/?2024&05', 'http://ok.com/?05&2024'],
  ['http://ok.com/?utm=1', 'http://ok.com/'],
  ['http://ok.com/?a=1%262', 'http://ok.com/?a=1&2'],
  ['http://ok.com/?ref=1', 'http://ok.com/'],
])('%s is another page than %s [S13]', async (one, other) => {
  const ids = [await open(one), await open(other)].map(({ data }) => data!.asset!.id)
  expect(new Set(ids).size).toBe(2)
})

test('every spelling of an address has one canonical form, and a canonical form is its own [S13]', () => {
  const name = fc.stringMatching(/^[a-c]{1,2}$/)
  const text = fc.string({ unit: fc.constantFrom(...'ab~-._/ü%&= 1'), maxLength: 6 }).map(encodeURIComponent)
  const spelt = fc.record({
    path: fc.array(
      text.filter(segment => !/^(?:\.|%2e){0,2}$/i.test(segment)),
      { maxLength: 3 },
    ),
    query: fc.uniqueArray(fc.tuple(name, text), { maxLength: 4, selector: ([key]) => key }),
    noise: fc.array(fc.constantFrom('utm_source=a', 'utm_campaign', 'fbclid=%7E', 'gclid=', 'commentId=1'), {
      maxLength: 3,
    }),
    order: fc.infiniteStream(fc.nat(100)),
    escapes: fc.infiniteStream(fc.nat(5)),
    hash: fc.constantFrom('', '#', '#a?b=1'),
    port: fc.constantFrom('', ':443'),
    host: fc.constantFrom('ok.com', 'OK.com'),
  })
  /** The same in another spelling: escapes that are not needed, and small hex digits. */
  const escaped = (part: string, choices: Iterator<number>) =>
    part.replace(/%[0-9A-F]{2}|[a-z~._-]/g, each =>
      each.length === 3
        ? choices.next().value! > 2
          ? each.toLowerCase()
          : each
        : choices.next().value! > 4
          ? `%${each.charCodeAt(0).toString(16)}`
          : each,
    )
  fc.assert(
    fc.property(spelt, ({ path, query, noise, order, escapes, hash, port, host }) => {
      const pairs = query.map(([key, value]) => `${key}=${value}`)
      const plain = canonicalAddress(
        `https://ok.com/${path.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      )!
      const [places, choices] = [order[Symbol.iterator](), escapes[Symbol.iterator]()]
      const shuffled = [...pairs.map(pair => escaped(pair, choices)), ...noise]
        .map(part => ({ part, place: places.next().value! }))
        .sort((a, b) => a.place - b.place)
        .map(({ part }) => part)
      const other = `https://${host}${port}/${path.map(segment => escaped(segment, choices)).join('/')}${shuffled.length > 0 ? `?${shuffled.join('&')}` : ''}${hash}`
      expect([other, canonicalAddress(other)]).toEqual([other, plain])
      expect(canonicalAddress(plain)).toBe(plain)
    }),
    { numRuns: 1_000 },
  )
})

test('each of 200,000 addresses with many percent signs has one canonical form, which is its own [S13]', () => {
  const random = randomly(13)
  const signs = [
    '%',
    '%',
    '%',
    '2',
    '3',
    '5',
    '7',
    'e',
    'E',
    'F',
    'a',
    'x',
    '.',
    '~',
    '/',
    '?',
    '&',
    '=',
    'utm_a',
    '%2F',
    '%26',
    'ü',
    '\\',
    ' ',
    '#',
    '+',
  ]
  const some = <T>(list: readonly T[], most: number) =>
    Array.from({ length: random(most + 1) }, () => list[random(list.length)]!)
  // One by one: a report for each would take longer than the rest.
  const wrong: unknown[] = []
  for (let n = 0; n < 200_000; n++) {
    const given = `https://ok.com/${some(signs, 12).join('')}`
    const once = canonicalAddress(given)
    if (once === null || canonicalAddress(once) !== once) wrong.push([given, once])
  }
  expect(wrong).toEqual([])
})

test('an escape that is not needed makes no other page, also beside signs of percent that begin none [S13]', () => {
  const random = randomly(26)
  const signs = ['%', '%', '2', '3', '7', 'e', 'F', 'a', 'x', '~', '-', '.', '/', '%2F', '%26', '%C3', '?', '&', '=']
  /** In some spelling; right to left, for a sign of percent may stand as it is only where no two hex digits follow. */
  const spelt = (parts: readonly string[]) =>
    parts.reduceRight((after, part) => {
      if (part === '%') return random(2) === 0 || /^[0-9a-f]{2}/i.test(after) ? `%25${after}` : `%${after}`
      if (part.length === 3) return (random(2) ? part.toLowerCase() : part) + after
      const code = part.charCodeAt(0).toString(16)
      return (/[\w~.-]/.test(part) && random(2) ? `%${random(2) ? code : code.toUpperCase()}` : part) + after
    }, '')
  const wrong: unknown[] = []
  for (let n = 0; n < 50_000; n++) {
    const parts = Array.from({ length: random(10) }, () => signs[random(signs.length)]!)
    const [one, other] = [spelt(parts), spelt(parts)].map(path => `https://ok.com/${path}`)
    if (canonicalAddress(one!) !== canonicalAddress(other!))
      wrong.push([one, canonicalAddress(one!), other, canonicalAddress(other!)])
  }
  expect(wrong).toEqual([])
})

test('a discussion that was opened under another spelling before is found by that, and others by theirs [S13]', async () => {
  const assets = platform.services.docstore.collection<Asset>('assets')
  const stored = async (url: string) => {
    const asset = await platform.createAsset({ url: `http://ok.com/${encodeURIComponent(url)}` })
    await assets.updateOne({ id: asset.id }, { $set: { url } })
    return asset.id
  }
  const [old, both, clean] = [
    await stored('http://ok.com/%7Eold?utm_source=x'),
    await stored('http://ok.com/both?utm_source=x'),
    await stored('http://ok.com/both'),
  ]
  const found = async (url: string) => (await open(url)).data!.asset!.id
  expect([
    await found('http://ok.com/%7Eold?utm_source=x'),
    await found('http://OK.com/%7Eold?utm_source=x#a'),
    await found('http://ok.com/both?utm_source=x'),
    await found('http://ok.com/both'),
    await found('http://ok.com/both?gclid=1'),
  ]).toEqual([old, old, both, clean, clean])
})

test('a moderator finds a discussion by an address copied from a browser [S13]', async () => {
  const { data } = await open('http://ok.com/~search/me')
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const { data: found } = await moderator.graphql<{ assets: { nodes: object[] } }>(
    'query ($value: String) { assets(query: { value: $value }) { nodes { id } } }',
    { value: ' HTTP://ok.com/%7Esearch/me?utm_source=mail#top ' },
  )
  expect(found!.assets.nodes).toEqual([{ id: data!.asset!.id }])
})

test('an import finds the discussion of another spelling of its address, and repeats no comment [S13]', async () => {
  const assets = platform.services.docstore.collection<Asset>('assets')
  const at = (id: string, url: string, parent: string | null = null) =>
    line(id, { parent_id: parent, asset: { url, title: 'One' } })
  const lines = [
    at('s1', 'http://ok.com/%7Eimported?utm_source=x'),
    at('s2', 'http://ok.com/%7Eimported?utm_source=x', 's1'),
    at('s3', 'http://ok.com/~imported'),
  ]
  expect(await importLines(platform, lines)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Added 3 comments, .*1 discussion;/),
  })
  expect(await assets.find({ words: 'imported' }).toArray()).toMatchObject([{ url: 'http://ok.com/~imported' }])
  expect(await importLines(platform, lines)).toMatchObject({ out: expect.stringMatching(/^Added 0 comments/) })
  // As an older version left it.
  await assets.updateOne(
    { url: 'http://ok.com/~imported' },
    { $set: { url: 'http://ok.com/%7Eimported?utm_source=x' } },
  )
  expect(await importLines(platform, lines.slice(0, 2))).toMatchObject({
    out: expect.stringMatching(/^Added 0 comments/),
  })
})

test('fifty simultaneous requests for one page open one discussion [S09]', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => open('http://ok.com/popular')))
  expect(new Set(answers.map(({ data }) => data!.asset!.id)).size).toBe(1)
})

test('a discussion that is there is found after its domain was taken from the list', async () => {
  const { data } = await open('http://ok.com/kept')
  await platform.services.settings.update({ domains: { whitelist: ['bücher.example'] } })
  expect((await open('http://ok.com/kept')).data).toEqual(data)
  expect((await open('http://ok.com/new')).errors[0]?.code).toBe('INVALID_ASSET_URL')
})

test('a reader who opens very many discussions by asking for pages waits; moderators do not, and existing discussions are found', {
  timeout: 30_000,
}, async () => {
  await using busy = await createTestPlatform()
  const ask = async (url: string, by = busy) =>
    (await by.graphql('query ($url: String) { asset(url: $url) { id } }', { url })).errors[0]?.code ?? null
  const asked = []
  for (let n = 0; n < 601; n++) asked.push(await ask(`http://localhost/page/${n}`))
  expect([asked.filter(code => code === null).length, asked.at(-1)]).toEqual([600, 'RATE_LIMIT_EXCEEDED'])
  expect([
    await ask('http://localhost/page/1'),
    await ask('http://localhost/another'),
    await ask('http://localhost/another', busy.as(await busy.createUser({ roles: ['MODERATOR'] }))),
  ]).toEqual([null, 'RATE_LIMIT_EXCEEDED', null])
})
