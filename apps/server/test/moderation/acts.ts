import type { Asset, Comment, User } from '@platform/plugin-sdk'
import type { GraphqlAnswer, TestPlatform, TestUser } from '@platform/plugin-testing'
import { runOperation } from '#server/cli/run-operation'

const AUTHOR = 'kill_author'
const READER = 'kill_reader'
const ADMIN = 'kill_admin'

/** People, two discussions, and comments with answers, flags and reactions. */
export async function setScene(platform: TestPlatform): Promise<void> {
  const [author, reader] = [
    await platform.createUser({ username: AUTHOR }),
    await platform.createUser({ username: READER }),
  ]
  await platform.createUser({ username: ADMIN, roles: ['ADMIN'] })
  for (const path of ['one', 'two']) {
    const asset = await platform.createAsset({ url: `http://localhost/kill/${path}` })
    const first = await platform.createComment({ asset, author, body: `First in ${path}` })
    const answer = await platform.createComment({ asset, author: reader, parent: first, body: `Answer in ${path}` })
    for (const [by, { id }] of [
      [reader, first],
      [author, answer],
    ] as const) {
      await graphql(platform.as(by), 'createRespectAction(input: { item_id: $id })', { id })
      await graphql(platform.as(by), 'createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM })', {
        id,
      })
    }
  }
  await graphql(platform.as(reader), 'createFlag(flag: { item_id: $id, item_type: USERS, reason: USERNAME_SPAM })', {
    id: author.user.id,
  })
}

const graphql = (as: TestPlatform, mutation: string, { id }: { id: string }) =>
  run(as.graphql(`mutation ($id: ID!) { answer: ${mutation} { errors { translation_key } } }`, { id }))

async function run(
  asked: Promise<GraphqlAnswer<Record<'answer', { errors: { translation_key: string }[] | null } | null>>>,
): Promise<void> {
  const { data, errors } = await asked
  const refused: { translation_key: string }[] = data?.answer?.errors ?? []
  if (errors.length > 0 || refused.some(({ translation_key: key }) => key !== 'NOT_FOUND'))
    throw new Error(JSON.stringify([errors, refused]))
}

/** What is done, so that doing it again after it was interrupted ends where doing it once does. */
export const ACTS = {
  async post({ platform, asset, author, parent }) {
    const response = await platform.as(author).http('/api/v1/graph/ql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'killed-1' },
      body: JSON.stringify({
        query: `mutation ($asset: ID!, $parent: ID!) {
          createComment(input: { asset_id: $asset, parent_id: $parent, body: "Posted under a key" }) {
            errors { translation_key }
          }
        }`,
        variables: { asset: asset.id, parent: parent.id },
      }),
    })
    const { data } = (await response.json()) as { data: { createComment: { errors: unknown } } }
    if (data.createComment.errors) throw new Error(JSON.stringify(data))
  },
  flag: ({ platform, admin, parent }) =>
    graphql(
      platform.as(admin),
      'createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OFFENSIVE })',
      parent,
    ),
  decide: ({ platform, admin, parent }) =>
    graphql(platform.as(admin), 'setCommentStatus(id: $id, status: REJECTED)', parent),
  async delete({ platform, admin, author }) {
    if (author) await graphql(platform.as(admin), 'delUser(id: $id, password: "a long enough password")', author.user)
    await platform.services.jobs.idle()
  },
  async merge({ platform, asset, other }) {
    const output = {
      out: () => {},
      err: (text: string) => {
        throw new Error(text)
      },
      draw: () => {},
      columns: null,
      interrupted: false,
    }
    if (asset && other)
      await runOperation(
        platform.services,
        { name: 'assets merge', options: { from: asset.id, into: other.id } },
        output,
      )
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>

export type Act = keyof typeof ACTS

interface Scene {
  readonly platform: TestPlatform
  readonly asset: Asset
  readonly other: Asset
  readonly parent: Comment
  readonly author: TestUser
  readonly admin: TestUser
}

/** Does one of {@link ACTS} where {@link setScene} was. */
export async function act(platform: TestPlatform, name: Act): Promise<void> {
  const { docstore } = platform.services
  const assets = docstore.collection<Asset>('assets')
  const signedIn = async (username: string) => {
    const user = await docstore.collection<User>('users').findOne({ username })
    return user && platform.signIn({ user })
  }
  const [asset, other] = [
    await assets.findOne({ url: 'http://localhost/kill/one' }),
    await assets.findOne({ url: 'http://localhost/kill/two' }),
  ]
  const parent = await docstore.collection<Comment>('comments').findOne({ body: 'Answer in one' })
  await ACTS[name]({
    platform,
    asset: asset!,
    other: other!,
    parent: parent!,
    author: (await signedIn(AUTHOR))!,
    admin: (await signedIn(ADMIN))!,
  })
}
