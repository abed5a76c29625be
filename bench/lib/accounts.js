import { createHmac, randomUUID } from 'node:crypto'
import { graphql } from './page.js'
import { SECRET } from './workplace.js'

/** Settings with which a server takes the tokens that are signed here, which are in the simplest form. */
export const SIMPLE_TOKENS = { PLATFORM_JWT_DISABLE_ISSUER: 'TRUE', PLATFORM_JWT_DISABLE_AUDIENCE: 'TRUE' }

/** A token each of so many authors of the imported discussions. */
export async function tokensOf(server, assets, count) {
  const ids = new Set()
  for (const { url } of assets) {
    const { asset } = await graphql(server, AUTHORS, { url })
    for (const { user, replies } of asset.comments.nodes)
      for (const author of [user, ...replies.nodes.map(node => node.user)]) if (author) ids.add(author.id)
    if (ids.size >= count) return [...ids].slice(0, count).map(tokenOf)
  }
  throw new Error(`the discussions show ${ids.size} authors, not ${count}`)
}

const AUTHORS = `query($url: String) { asset(url: $url) { comments(query: { limit: 100 }) {
  nodes { user { id } replies(query: { limit: 10 }) { nodes { user { id } } } }
} } }`

function tokenOf(userId) {
  const now = Math.floor(Date.now() / 1_000)
  const part = value => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: userId, jti: randomUUID(), iat: now, exp: now + 3_600 })}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}
