import type { TestPlatform } from '@platform/plugin-testing'
import { expect } from 'vitest'
import type { Opened } from './doors.ts'
import { bearer, send, signIn } from './requests.ts'
import { SITE } from './site.ts'

interface Outcome {
  readonly status?: string
  readonly refused?: readonly string[]
}

async function post(as: TestPlatform, asset: string, body: string): Promise<Outcome & { id?: string }> {
  const { status, data, errors } = await as.graphql(
    `mutation ($input: CreateCommentInput!) {
      createComment(input: $input) { comment { id status } errors { translation_key } }
    }`,
    { input: { asset_id: asset, body } },
  )
  if (status === 401) return { refused: ['TOKEN_INVALID'] }
  expect(errors).toEqual([])
  const { comment, errors: refused } = data!['createComment'] as {
    comment: { id: string; status: string } | null
    errors: { translation_key: string }[] | null
  }
  return comment ?? { refused: refused!.map(({ translation_key: key }) => key) }
}

/** What people do on the fixture with a later version, and what stands in their way. */
export const ACTING: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  async 'people who are banned, suspended or have no fit name may not post, and of one each comment waits'({
    site,
    known,
  }) {
    const main = known.assets['main']!
    const posted: Record<string, Outcome> = {}
    for (const name of ['ben', 'sue', 'ned', 'pia', 'sam']) {
      const { status, ...rest } = await post(
        (await signIn(site, name)).as,
        main,
        `Posted by ${name} after everything was opened again.`,
      )
      posted[name] = rest.refused ? { refused: rest.refused } : { status: status! }
    }
    const refused = { refused: ['NOT_AUTHORIZED'] }
    expect(posted).toEqual({
      ben: refused,
      sue: refused,
      ned: refused,
      pia: { status: 'PREMOD' },
      sam: { status: 'SYSTEM_WITHHELD' },
    })
  },

  async 'posting, flagging, reacting, featuring and deciding work, and counters go on from where they were'({
    site,
    known,
  }) {
    const [{ as: rita }, { as: mona }, carl] = [
      await signIn(site, 'rita'),
      await signIn(site, 'mona'),
      bearer(site, known.tokens.session),
    ]
    const { id, status } = await post(rita, known.assets['main']!, 'This was posted by a later version.')
    expect(status).toBe('NONE')
    expect(await post(rita, known.assets['main']!, 'A flumdiddle of a later version.')).toMatchObject({
      status: 'REJECTED',
    })
    const operation = `mutation ($id: ID!, $flagged: ID!) {
      flag: createFlag(flag: { item_id: $flagged, item_type: COMMENTS, reason: COMMENT_SPAM, message: "Again" }) {
        errors { translation_key }
      }
      like: createLikeAction(input: { item_id: $id }) { errors { translation_key } }
      up: createUpvoteAction(input: { item_id: $id }) { errors { translation_key } }
    }`
    expect((await carl.graphql(operation, { id, flagged: id })).data).toEqual({
      flag: { errors: null },
      like: { errors: null },
      up: { errors: null },
    })
    const decision = `mutation ($id: ID!) {
      decide: setCommentStatus(id: $id, status: ACCEPTED) { errors { translation_key } }
      tag: addTag(tag: { name: "FEATURED", id: $id, item_type: COMMENTS }) {
        errors { translation_key }
      }
    }`
    expect((await mona.graphql(decision, { id })).data).toEqual({ decide: null, tag: null })
    const { data } = await site.graphql('query ($id: ID!) { asset(id: $id) { totalCommentCount commentCount } }', {
      id: known.assets['main'],
    })
    expect(data).toEqual({ asset: { totalCommentCount: 16, commentCount: 12 } })
  },

  async 'a decision that is taken back moves the karma it gave, also of a person who took the flag back'({
    site,
    known,
  }) {
    const { as: mona } = await signIn(site, 'mona')
    const karma = async () => {
      const { data } = await mona.graphql(
        `query ($author: ID!, $flagger: ID!, $withdrew: ID!) {
          author: user(id: $author) { reliable { commenterKarma } }
          flagger: user(id: $flagger) { reliable { flaggerKarma } }
          withdrew: user(id: $withdrew) { reliable { flaggerKarma } }
        }`,
        { author: known.users['ida'], flagger: known.users['rita'], withdrew: known.users['carl'] },
      )
      return [
        data!['author'].reliable.commenterKarma,
        data!['flagger'].reliable.flaggerKarma,
        data!['withdrew'].reliable.flaggerKarma,
      ] as number[]
    }
    const before = await karma()
    await mona.graphql(
      'mutation ($id: ID!) { setCommentStatus(id: $id, status: ACCEPTED) { errors { translation_key } } }',
      { id: known.comments['judged'] },
    )
    // From rejected to accepted: two steps up for the author, and two down for each who flagged.
    expect((await karma()).map((value, i) => value - before[i]!)).toEqual([2, -2, -2])
  },

  async 'people register, open discussions, ignore one another and withdraw a deletion'({ site }) {
    const registered = await send(site, 'POST', '/api/v1/users', {
      email: 'newcomer@test.example',
      username: 'newcomer',
      password: SITE.password,
    })
    expect(registered.status).toBe(201)
    const { data } = await site.graphql('{ asset(url: "http://localhost/stored/new") { id url } }')
    expect(data!['asset']).toMatchObject({ url: 'http://localhost/stored/new' })
    const { as: lee } = await signIn(site, 'lee')
    expect((await lee.graphql('mutation { cancelDeletion { errors { translation_key } } }')).data).toEqual({
      cancelDeletion: null,
    })
  },
}
