import { graphql } from './page.js'

/** Measures while one comment a second is posted to a thread. Throws when a comment is refused. */
export async function whileWriting(server, { url, token }, measure) {
  const { asset } = await graphql(server, 'query($url: String) { asset(url: $url) { id } }', { url })
  const post = () =>
    graphql(
      server,
      `mutation($input: CreateCommentInput!) {
        createComment(input: $input) { comment { id } errors { translation_key } }
      }`,
      { input: { asset_id: asset.id, body: 'one more' } },
      token,
    )
  const posts = []
  const timer = setInterval(() => posts.push(post()), 1_000)
  let measured
  try {
    measured = await measure()
  } finally {
    clearInterval(timer)
    await Promise.allSettled(posts)
  }
  const refused = (await Promise.all(posts)).flatMap(({ createComment: { errors } }) => errors ?? [])
  if (refused.length > 0) throw new Error(`comments were refused: ${JSON.stringify(refused)}`)
  return measured
}
