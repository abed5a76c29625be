import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'

/** A thread of the shape of the largest real ones: many comments in one millisecond, few with many replies. */
export async function makeThread(
  platform: TestPlatform,
  { roots, comments }: { roots: number; comments: number },
): Promise<{ asset: Asset; roots: Comment[]; replies: Comment[] }> {
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const made: Comment[] = []
  for (let i = 0; i < comments; i++) {
    if (i % 7 === 0) platform.clock.advance(1 + (i % 3))
    // The square makes early comments much more popular than late ones.
    const parent = i < roots ? undefined : made[Math.floor((((i * 7_919) % 1_000) / 1_000) ** 2 * roots)]
    made.push(
      await platform.createComment({ asset, author, body: `Comment number ${i}`, ...(parent ? { parent } : {}) }),
    )
  }
  return { asset, roots: made.slice(0, roots), replies: made.slice(roots) }
}

interface Page {
  readonly nodes: readonly { readonly id: string }[]
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

const PAGE = `query ($id: ID!, $query: CommentsQuery!, $deep: Boolean) {
  asset(id: $id) { comments(query: $query, deep: $deep) { nodes { id } hasNextPage endCursor } }
}`

async function readPage(platform: TestPlatform, variables: Record<string, unknown>): Promise<Page> {
  const { data, errors } = await platform.graphql<{ asset: { comments: Page } }>(PAGE, variables)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.asset.comments
}

/** Reads a list page by page to its end; `between` runs after every page. */
export async function readAll(
  platform: TestPlatform,
  {
    id,
    deep = false,
    query,
    between,
  }: { id: string; deep?: boolean; query: Record<string, unknown>; between?: () => Promise<unknown> },
): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | null = null; ; ) {
    const page: Page = await readPage(platform, { id, deep, query: { ...query, cursor } })
    pages.push(page.nodes.map(node => node.id))
    if (!page.hasNextPage) return pages
    cursor = page.endCursor
    await between?.()
  }
}
