import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import type { Visited } from '../../../apps/server/test/pages/browser.ts'

/** A page of the platform as one reader sees it. */
export interface View {
  readonly name: string
  readonly path: string
  /** The user who looks at the page. When it is missing, an anonymous reader does. */
  readonly as?: TestUser
  /** What the reader does before the view is there. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Writes a discussion in which each kind of comment stands. */
export async function writeDiscussion(platform: TestPlatform): Promise<Asset> {
  const asset = await platform.createAsset({ url: 'http://localhost/a-post-with-a-rather-long-address-of-its-own' })
  const people = await Promise.all(
    ['ines', 'a_reader_with_a_very_long_name', 'karl_heinz', 'mo'].map(username => platform.createUser({ username })),
  )
  const [ines, long, karl, mo] = people as [TestUser, TestUser, TestUser, TestUser]
  const staff = await platform.createUser({ username: 'editor_of_the_week', roles: ['MODERATOR'] })
  const say = (author: TestUser, body: string, parent?: { id: string }) =>
    platform.createComment({ asset, author, body, ...(parent ? { parent } : {}) })
  const first = await say(ines, 'The canal was built for coal.\n\nToday it carries walkers, and two herons.')
  let deepest = await say(long, `A word that no line has room for: ${WORD}${WORD}`, first)
  for (const [at, author] of [karl, long, mo, long].entries()) deepest = await say(author, `Level ${at + 2}`, deepest)
  await say(mo, 'כאן כתוב משהו מימין לשמאל, עם English באמצע', first)
  await say(staff, 'Thank you. We have corrected the year in the second paragraph.', first)
  await say(karl, `https://canal.example/${'maps/'.repeat(30)}sheet-12.pdf`)
  const gone = await say(mo, 'This will be deleted')
  await say(ines, 'An answer to a deleted comment', gone)
  await platform.services.docstore
    .collection<Comment>('comments')
    .updateOne({ id: gone.id }, { $set: { body: null, author_id: null, deleted_at: new Date() } })
  platform.services.revisions.bump(`asset:${asset.id}`)
  await say(long, 'Long. '.repeat(700))
  await platform.createComment({ asset, author: staff, body: 'Worth reading', tags: ['FEATURED'] })
  return asset
}

/** Every view of the stream, the frame and the pages. */
export async function viewsOf(
  platform: TestPlatform,
  asset: Asset,
  username = 'a_reader_who_has_a_name_of_30',
): Promise<readonly View[]> {
  const reader = await platform.createUser({ username })
  const comment = await platform.createComment({
    asset,
    author: reader,
    body: 'I will try it on Sunday, with the children.',
  })
  const empty = await platform.createAsset({ url: 'http://localhost/empty' })
  const closed = await platform.createAsset({ url: 'http://localhost/closed', closedAt: new Date() })
  const discussion = `/discussions/${asset.id}`
  const frame = `/embed/stream?asset_id=${asset.id}`
  const reply = (page: Page) => page.locator('.comment .reply').first().click()
  return [
    { name: 'discussion', path: discussion },
    { name: 'discussion-signed-in', path: discussion, as: reader, prepare: reply },
    { name: 'comment', path: `${discussion}/comments/${comment.id}`, as: reader },
    { name: 'empty', path: `/discussions/${empty.id}` },
    { name: 'frame', path: frame },
    { name: 'frame-comment', path: `${frame}&comment_id=${comment.id}` },
    { name: 'frame-closed', path: `/embed/stream?asset_id=${closed.id}` },
    { name: 'frame-refused', path: '/embed/stream?asset_url=https://elsewhere.example/' },
    ...PAGES.map(path => ({ name: nameOf(path), path })),
    ...OWN_PAGES.map(path => ({ name: nameOf(path), path, as: reader })),
  ]
}

const PAGES = ['/', '/demo', '/register', '/sign-in', '/account/password/forgotten', '/admin/install', '/nothing']
const OWN_PAGES = [
  '/account',
  '/account/email',
  '/account/sessions',
  '/account/password',
  '/account/username',
  '/account/data',
  '/account/deletion',
]

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

/** Shows a view in a tab. With script off nothing is prepared. */
export async function show(
  { root }: Visited,
  view: View,
  { page, script = true }: { readonly page: Page; readonly script?: boolean },
): Promise<void> {
  await page.context().clearCookies()
  if (view.as) await page.context().addCookies([{ name: 'authorization', value: view.as.token, url: root }])
  await page.goto(root + view.path)
  if (!script || (await page.locator('#platform-stream').count()) === 0) return
  await page.locator('.stream.alive').waitFor()
  await view.prepare?.(page)
}
