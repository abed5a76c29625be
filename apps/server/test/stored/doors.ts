import type { TestPlatform } from '@platform/plugin-testing'
import { expect } from 'vitest'
import { bearer, signIn } from './requests.ts'
import { SETTINGS } from './settings.ts'
import type { Known } from './site.ts'

/** A platform that runs on the fixture, and the names of what is in that. */
export interface Opened {
  readonly site: TestPlatform
  readonly known: Known
}

/** The data of a query that has to be answered. */
export async function read(
  site: TestPlatform,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Record<string, any>> {
  const { data, errors } = await site.graphql(query, variables)
  expect(errors).toEqual([])
  return data!
}

/** Names of the comments in a connection, sorted; one that is not known keeps its text. */
function namesOf({ known }: Opened, { nodes }: { nodes: { id: string; body: string }[] }): string[] {
  const names = new Map(Object.entries(known.comments).map(([name, id]) => [id, name]))
  return nodes.map(({ id, body }) => names.get(id) ?? body).sort()
}

const LIST = 'hasNextPage nodes { id body }'

/**
 * What has to hold of the fixture by the doors of any later version, and changes nothing in it that another of these
 * reads.
 */
export const READING: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  async 'a person signs in with the password of before, and one whose address is not confirmed does not'({ site }) {
    const { status, as } = await signIn(site, 'carl')
    expect(status).toBe(200)
    expect(await read(as, '{ me { username email role } }')).toEqual({
      me: { username: 'carl', email: 'carl@test.example', role: 'COMMENTER' },
    })
    expect((await signIn(site, 'uma')).status).toBe(401)
  },

  async 'a session and a personal token of before still work, and those that were ended do not'({ site, known }) {
    const account = async (token: string) => (await bearer(site, token).http('/api/v1/account')).status
    const { session, personal, ended, revoked, outdated } = known.tokens
    expect([
      await account(session),
      await account(personal),
      await account(ended),
      await account(revoked),
      await account(outdated),
    ]).toEqual([200, 200, 401, 401, 401])
    const { me } = await read(bearer(site, personal), '{ me { role tokens { name active } } }')
    expect(me).toEqual({
      role: 'ADMIN',
      tokens: [
        { name: 'a program of Ada', active: true },
        { name: 'a lost one', active: false },
      ],
    })
  },

  async 'every setting is what it was'({ site, known }) {
    const { tags: _tags, metadata: _metadata, wordlist, domains, ...plain } = SETTINGS
    const { settings } = await read(
      bearer(site, known.tokens.personal),
      `{ settings { ${Object.keys(plain).join(' ')} wordlist { banned suspect } domains { whitelist } } }`,
    )
    expect(settings).toEqual({ ...plain, wordlist, domains })
  },

  async 'a discussion shows its comments, their counts, tags, texts and replies'(opened) {
    const { site, known } = opened
    const { asset } = await read(
      site,
      `query ($id: ID!) {
        asset(id: $id) {
          title author section tags { tag { name } } totalCommentCount commentCount
          comments(query: { limit: 100 }, deep: true) { ${LIST} }
        }
      }`,
      { id: known.assets['main'] },
    )
    expect(asset).toMatchObject({
      title: 'The main story',
      author: 'Ada',
      section: 'News',
      tags: [{ tag: { name: 'PICK' } }],
      totalCommentCount: 15,
      commentCount: 11,
    })
    expect(namesOf(opened, asset.comments)).toEqual([
      'accepted',
      'answered',
      'beside',
      'edited',
      'featured',
      'first',
      'flagged',
      'fourth',
      'gone',
      'moved',
      'reacted',
      'rich',
      'second',
      'suspect',
      'third',
    ])
    const one = async (name: string, selection: string) =>
      (await read(site, `query ($id: ID!) { comment(id: $id) { ${selection} } }`, { id: known.comments[name] }))[
        'comment'
      ]
    expect(await one('first', 'replyCount deepReplyCount replies { nodes { body user { username } } }')).toEqual({
      replyCount: 1,
      deepReplyCount: 3,
      replies: { nodes: [{ body: 'The second level answers the first.', user: { username: 'carl' } }] },
    })
    expect(await one('edited', 'body editing { edited }')).toEqual({
      body: 'This is said better by now.',
      editing: { edited: true },
    })
    expect(await one('rich', 'body richTextBody')).toEqual({
      body: 'This is bold and a little slanted.',
      richTextBody: 'This is <b>bold</b> and a <i>little</i> slanted.',
    })
    expect(await one('gone', 'body user { id } replyCount')).toEqual({ body: null, user: null, replyCount: 1 })
    expect(await one('featured', 'status tags { tag { name } }')).toEqual({
      status: 'ACCEPTED',
      tags: [{ tag: { name: 'FEATURED' } }, { tag: { name: 'made up at the desk' } }],
    })
    expect(await one('fourth', 'tags { tag { name } }')).toEqual({ tags: [{ tag: { name: 'STAFF' } }] })
    const { action_summaries: summaries } = await one('reacted', 'action_summaries { __typename count }')
    expect(
      Object.fromEntries(
        summaries.map(({ __typename: type, count }: { __typename: string; count: number }) => [type, count]),
      ),
    ).toEqual({
      LikeActionSummary: 2,
      LoveActionSummary: 1,
      RespectActionSummary: 1,
      UpvoteActionSummary: 2,
      DownvoteActionSummary: 1,
    })
  },

  async 'the page of a discussion shows its comments and how many there are'({ site, known }) {
    const html = await (
      await site.http(`/discussions/${known.assets['main']}`, { headers: { accept: 'text/html' } })
    ).text()
    for (const shown of [
      'The main story',
      '15 comments',
      'The first word of the main story.',
      'This comment was deleted.',
    ])
      expect(html).toContain(shown)
    expect(html).not.toContain('flumdiddle')
  },

  async 'imported discussions are found by their addresses, with their authors and times'({ site }) {
    const { asset } = await read(
      site,
      `{
        asset(url: "https://news.example/lamps") {
          title
          comments(query: { limit: 10, sortOrder: ASC }) {
            nodes { body created_at replyCount user { username } }
          }
        }
      }`,
    )
    expect(asset).toEqual({
      title: 'Why the street lamps hum',
      comments: {
        nodes: [
          {
            body: 'Ours hums in B flat.',
            created_at: '2019-04-01T08:00:00.000Z',
            replyCount: 1,
            user: { username: 'Wanda W.' },
          },
          {
            body: 'Two lines\nabout one lamp "in quotes" — and it\'s fine 🙂',
            created_at: '2019-04-02T10:00:00.123Z',
            replyCount: 0,
            user: { username: 'Zoë' },
          },
        ],
      },
    })
  },

  async 'the queues of the moderators list what waits, what is flagged and what was rejected'(opened) {
    const { as: mona } = await signIn(opened.site, 'mona')
    const queue = async (query: string) =>
      namesOf(opened, (await read(mona, `{ comments(query: { limit: 100, ${query} }) { ${LIST} } }`))['comments'])
    expect(await queue('statuses: [PREMOD]')).toEqual(['held'])
    expect(await queue('statuses: [SYSTEM_WITHHELD]')).toEqual(['distrusted', 'linked', 'repeated'])
    expect(await queue('statuses: [REJECTED]')).toEqual(['banned', 'judged', 'rejected'])
    expect(await queue('action_type: FLAG')).toEqual(['flagged', 'suspect'])
    const { comment } = await read(
      mona,
      `query ($id: ID!) {
        comment(id: $id) {
          status_history { type phase reason }
          actions { __typename ... on FlagAction { reason message } }
        }
      }`,
      { id: opened.known.comments['banned'] },
    )
    expect(comment).toEqual({
      status_history: [{ type: 'REJECTED', phase: 'wordlist', reason: 'banned: flumdiddle' }],
      actions: [{ __typename: 'FlagAction', reason: 'BANNED_WORD', message: 'flumdiddle' }],
    })
  },

  async 'moderators see where each person stands, and administrators when an account is to go'(opened) {
    const { as: ada } = await signIn(opened.site, 'ada')
    const stands = async (name: string) =>
      (
        await read(
          ada,
          `query ($id: ID!) {
            user(id: $id) {
              username deletionAt tags { tag { name } }
              state {
                status {
                  username { status }
                  banned { status history { status assigned_by { username } } }
                  suspension { until } alwaysPremod { status }
                }
              }
              profiles { provider id }
            }
          }`,
          { id: opened.known.users[name] },
        )
      )['user']
    expect((await stands('ben')).state.status.banned).toEqual({
      status: true,
      history: [{ status: true, assigned_by: { username: 'mona' } }],
    })
    expect((await stands('una')).state.status.banned).toMatchObject({
      status: false,
      history: [{ status: true }, { status: false }],
    })
    expect((await stands('sue')).state.status.suspension).toEqual({ until: '2108-01-01T00:00:00.000Z' })
    expect((await stands('pia')).state.status.alwaysPremod).toEqual({ status: true })
    expect(await stands('nat')).toMatchObject({
      username: 'natalie',
      state: { status: { username: { status: 'CHANGED' } } },
    })
    expect((await stands('ned')).state.status.username).toEqual({ status: 'REJECTED' })
    expect((await stands('sol')).state.status.username).toEqual({ status: 'UNSET' })
    expect((await stands('vera')).profiles).toEqual([{ provider: 'newsroom', id: 'vera-elsewhere' }])
    expect((await stands('rita')).tags).toEqual([{ tag: { name: 'PICK' } }])
    expect((await stands('lee')).deletionAt).toMatch(/^2099-01-02T12:00/)
    expect(await read(ada, 'query ($id: ID!) { user(id: $id) { id } }', { id: opened.known.users['greg'] })).toEqual({
      user: null,
    })
  },

  async 'a person who is ignored is still ignored'(opened) {
    const carl = bearer(opened.site, opened.known.tokens.session)
    const { me, asset } = await read(
      carl,
      `query ($id: ID!) {
        me { ignoredUsers { username } }
        asset(id: $id) { comments(query: { limit: 100, excludeIgnored: true }) { ${LIST} } }
      }`,
      { id: opened.known.assets['main'] },
    )
    expect(me).toEqual({ ignoredUsers: [{ username: 'ida' }] })
    expect(namesOf(opened, asset.comments)).toEqual([
      'accepted',
      'edited',
      'featured',
      'first',
      'gone',
      'moved',
      'reacted',
      'rich',
      'suspect',
    ])
  },

  async 'addresses that were merged or moved lead on, and a discussion that was closed is closed'({ site, known }) {
    const { as: mona } = await signIn(site, 'mona')
    const at = async (path: string) =>
      (
        await read(site, 'query ($url: String) { asset(url: $url) { id url isClosed closedMessage } }', {
          url: `http://localhost/stored/${path}`,
        })
      )['asset']
    expect(await at('merged')).toMatchObject({ id: known.assets['main'], url: 'http://localhost/stored/main' })
    expect(await at('moved')).toMatchObject({ id: known.assets['moved'], url: 'http://localhost/stored/moved-on' })
    expect(await at('closed')).toMatchObject({
      id: known.assets['closed'],
      isClosed: true,
      closedMessage: 'The story is told.',
    })
    expect(await at('quiet')).toMatchObject({ id: known.assets['quiet'], isClosed: false })
    const {
      asset: { settings },
    } = await read(
      mona,
      'query ($id: ID!) { asset(id: $id) { settings { moderation premodLinksEnable questionBoxContent } } }',
      { id: known.assets['custom'] },
    )
    expect(settings).toEqual({ moderation: 'PRE', premodLinksEnable: false, questionBoxContent: 'Well?' })
  },
}
