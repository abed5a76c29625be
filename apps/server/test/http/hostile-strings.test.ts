import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processorTimeOf } from '../../../../test/processor-time.ts'

let platform: TestPlatform
let page: string
let people: Record<'reader' | 'moderator' | 'admin', TestUser>

beforeAll(async () => {
  platform = await createTestPlatform()
  people = {
    reader: await platform.createUser(),
    moderator: await platform.createUser({ roles: ['MODERATOR'] }),
    admin: await platform.createUser({ roles: ['ADMIN'] }),
  }
  page = (await platform.createAsset()).id
  await platform.services.settings.update({
    premodLinksEnable: true,
    premodRepeatedEnable: true,
    wordlist: { banned: ['bad word'], suspect: ['odd'] },
  })
})
afterAll(() => platform[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const query = (by: keyof typeof people, document: string) => (text: string) =>
  platform.as(people[by]).http('/api/v1/graph/ql', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ query: document, variables: { text, ...(document.includes('$page') ? { page } : {}) } }),
  })
/** Headers are bytes. */
const bytes = (text: string) => Buffer.from(text).toString('latin1')
const header =
  (name: string, path = '/api/v1/auth') =>
  (text: string) =>
    platform.http(path, { headers: { [name]: bytes(text) } })

/** Every place where a text of a stranger is taken apart: how it is sent, and the longest that gets there. */
const PARSERS: Record<string, { send: (text: string) => Promise<Response>; most: number }> = {
  'an e-mail address': {
    send: text =>
      platform.http('/api/v1/users/resend-verify', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: `${text}@example.org` }),
      }),
    most: 50_000,
  },
  'the domain of an e-mail address': {
    send: text =>
      platform.http('/api/v1/account/password/reset', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: `a@${text}` }),
      }),
    most: 50_000,
  },
  'a username': {
    send: query(
      'reader',
      'mutation ($text: String!) { setUsername(id: "nobody", username: $text) { errors { translation_key } } }',
    ),
    most: 50_000,
  },
  'the address of a page': {
    send: query('reader', 'query ($text: String) { asset(url: $text) { id } }'),
    most: 50_000,
  },
  'the host of a page': {
    send: text => query('reader', 'query ($text: String) { asset(url: $text) { id } }')(`http://${text}/`),
    most: 50_000,
  },
  'a permitted domain': {
    send: query(
      'admin',
      `mutation ($text: String!) {
        updateSettings(input: { domains: { whitelist: [$text] } }, password: "a long enough password") { errors { translation_key } }
      }`,
    ),
    most: 50_000,
  },
  'a date': {
    send: query(
      'moderator',
      `mutation ($text: Date) {
        updateAssetStatus(id: "nobody", input: { closedAt: $text }) { errors { translation_key } }
      }`,
    ),
    most: 50_000,
  },
  'a cursor': {
    send: query('reader', 'query ($text: Cursor) { comments(query: { cursor: $text }) { nodes { id } } }'),
    most: 50_000,
  },
  'a search for people': {
    send: query('moderator', 'query ($text: String) { users(query: { value: $text }) { nodes { id } } }'),
    most: 50_000,
  },
  'a search for discussions': {
    send: query('moderator', 'query ($text: String) { assets(query: { value: $text }) { nodes { id } } }'),
    most: 50_000,
  },
  'a comment': {
    send: query(
      'reader',
      `mutation ($text: String!, $page: ID!) {
        createComment(input: { asset_id: $page, body: $text }) { errors { translation_key } }
      }`,
    ),
    most: 30_000,
  },
  'the title of a page': {
    send: query(
      'admin',
      `mutation ($text: String, $page: ID!) {
        updateAsset(id: $page, input: { title: $text }) { errors { translation_key } }
      }`,
    ),
    most: 50_000,
  },
  'a word to look for': {
    send: query(
      'admin',
      `mutation ($text: String!) {
        updateSettings(input: { wordlist: { suspect: [$text] } }) { errors { translation_key } }
      }`,
    ),
    most: 50_000,
  },
  'the message of a report': {
    send: query(
      'reader',
      `mutation ($text: String, $page: ID!) {
        createFlag(flag: { item_id: $page, item_type: COMMENTS, reason: "OTHER", message: $text }) {
          errors { translation_key }
        }
      }`,
    ),
    most: 50_000,
  },
  'a tag': {
    send: query(
      'admin',
      `mutation ($text: String!, $page: ID!) {
        addTag(tag: { id: $page, item_type: ASSETS, name: $text, asset_id: $page }) {
          errors { translation_key }
        }
      }`,
    ),
    most: 50_000,
  },
  'a search parameter': {
    send: text => platform.as(people.moderator).http(`/api/v1/assets?${text.replace(/[^A-Za-z0-9=&.,@%-]/g, '+')}`),
    most: 12_000,
  },
  'a user agent': { send: header('user-agent'), most: 12_000 },
  'accepted languages': { send: header('accept-language', '/no/such/page'), most: 12_000 },
  'accepted types': { send: header('accept', '/no/such/page'), most: 12_000 },
  'a cookie': { send: header('cookie'), most: 12_000 },
  'a token': {
    send: text => platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${bytes(text)}` } }),
    most: 12_000,
  },
  'a range of bytes': {
    send: text => platform.http('/assets/site.css', { headers: { range: `bytes=${bytes(text)}` } }),
    most: 12_000,
  },
  'a content type': {
    send: text =>
      platform.http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': `application/json; ${bytes(text)}` },
        body: '{}',
      }),
    most: 12_000,
  },
  'a forwarded address': { send: header('x-forwarded-for'), most: 12_000 },
}
/** Combining marks in an order that normalising has to change. */
const MARKS = '\u0301\u0323\u0327\u0345\u0315'
const UNITS = ['@', '.', 'a=', ',', ' ', 'a.', '-', '0', ';q=', '\\"', '=;', '%2', '1-,', MARKS, '\uff9e\u0301']

/** Milliseconds of processor time, the least of a few times. */
async function cost(send: (text: string) => Promise<Response>, text: string): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 3; i++) {
    let status = 0
    const time = await processorTimeOf(async () => {
      const answer = await send(text)
      await answer.arrayBuffer()
      status = answer.status
    })
    expect([text.slice(0, 10), status === 429 || status >= 500]).toEqual([text.slice(0, 10), false])
    least = Math.min(least, time)
  }
  return least
}

test.each(Object.entries(PARSERS))(
  '%s that is made to be hard to read takes time by its length, not more [E07]',
  { timeout: 60_000 },
  async (_name, { send, most }) => {
    for (const unit of UNITS) {
      const text = (length: number) => `a${unit.repeat(Math.floor(length / unit.length))}b`
      const [short, long] = [await cost(send, text(most / 5)), await cost(send, text(most))]
      // Five times the length costs twenty-five times as much where it is quadratic; a request itself some
      // milliseconds.
      expect([unit, long < 12 * short + 60]).toEqual([unit, true])
    }
  },
)
