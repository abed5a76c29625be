import { BadUserInputError } from '@platform/plugin-sdk'
import { countPages } from '../../features/assets/page-counts.ts'
import type { PageContext } from '../route.ts'

/** The most addresses of one request. */
const MOST = 100

/**
 * `GET /api/v1/counts?url=…&url=…`: the numbers of comments of up to a hundred pages, each under the address that the
 * request gave. The numbers are public, so scripts of every site may read them, and cookies and tokens are ignored.
 */
export async function showCounts(ctx: PageContext): Promise<void> {
  ctx.set('Access-Control-Allow-Origin', '*')
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  const addresses = [...new Set([ctx.query['url'] ?? []].flat())]
  if (addresses.length === 0) throw new BadUserInputError('url is missing: give the address of a page, up to 100 times')
  if (addresses.length > MOST)
    throw new BadUserInputError(
      `url is given ${addresses.length} times; give at most ${MOST}, and send another request`,
    )
  const { context } = ctx.state
  context.dependsOn('assets')
  const pages = await countPages(context.services.docstore, addresses)
  // The first comment of a page moves the revision of all comments, and that of a discussion whose id is not known yet.
  for (const { asset } of pages.values()) context.dependsOn(asset === null ? 'comments' : `asset:${asset}`)
  const counts = Object.fromEntries([...pages].map(([address, { count }]) => [address, count]))
  ctx.type = 'json'
  ctx.body = JSON.stringify(counts)
}
