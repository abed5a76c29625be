import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { startPictureServer } from '../../../apps/server/test/avatars/picture-server.ts'
import { DEFAULT_LIST, serverParts } from '../../../apps/server/test/client-parts/default-list.ts'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { startBlog } from '../../../apps/server/test/stream/blog.ts'
import { accountViews } from './account-views.ts'
import { moderatorViews } from './moderator-views.ts'
import { stateViews } from './state-views.ts'
import { threadViews } from './thread-views.ts'
import type { View } from './view.ts'

/** Every view, with the platform and the browser to look at them. */
export interface Gallery extends AsyncDisposable {
  readonly visited: Visited
  readonly views: readonly View[]
}

interface Wanted {
  readonly env?: Readonly<Record<string, string>>
  readonly organizationName?: string
  /** Writes the discussion of the main views. */
  readonly write?: (platform: TestPlatform) => Promise<Asset>
  readonly username?: string
}

/** A platform that sends mail asks its readers to confirm their addresses. None is sent here. */
const MAIL = {
  PLATFORM_SMTP_HOST: '127.0.0.1',
  PLATFORM_SMTP_PORT: '2525',
  PLATFORM_SMTP_EMAIL: 'comments@example.org',
  PLATFORM_SMTP_USERNAME: 'platform',
  PLATFORM_SMTP_PASSWORD: 'not used here',
}

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Starts a platform, another site with comments, and a browser, and lists every view. */
export async function openGallery({
  env = {},
  organizationName,
  write = writeDiscussion,
  username = 'a_reader_who_has_a_name_of_30',
}: Wanted = {}): Promise<Gallery> {
  const pictures = await startPictureServer()
  const parts = DEFAULT_LIST.client.map(({ name }) => name)
  const visited = await startVisited({
    env: { ...MAIL, PLATFORM_OUTBOUND_ALLOW: pictures.host, ...env },
    plugins: await serverParts(DEFAULT_LIST),
    streamBuild: withParts(await loadStreamBuild(), parts),
  })
  const { platform, root } = visited
  const blog = await startBlog()
  await platform.services.settings.update({
    domains: { whitelist: ['127.0.0.1', 'localhost'] },
    editCommentWindowLength: 3_600_000,
    ...(organizationName === undefined ? {} : { organizationName }),
  })
  const asset = await write(platform)
  const reader = await platform.createUser({ username })
  const views = [
    ...(await mainViews(platform, { asset, reader })),
    ...(await stateViews({ platform, root, blog, reader })),
    ...(await threadViews(platform)),
    ...(await moderatorViews(platform)),
    ...(await accountViews({ platform, pictures, discussion: `/discussions/${asset.id}` })),
  ]
  return {
    visited,
    views,
    async [Symbol.asyncDispose]() {
      await blog[Symbol.asyncDispose]()
      await visited[Symbol.asyncDispose]()
      await pictures[Symbol.asyncDispose]()
    },
  }
}

/** Writes a discussion in which each kind of comment stands. */
async function writeDiscussion(platform: TestPlatform): Promise<Asset> {
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

/** The discussion with all its comments, one comment of it, and the pages around it. */
async function mainViews(
  platform: TestPlatform,
  { asset, reader }: { readonly asset: Asset; readonly reader: TestUser },
): Promise<readonly View[]> {
  const comment = await platform.createComment({
    asset,
    author: reader,
    body: 'I will try it on Sunday, with the children.',
  })
  const empty = await platform.createAsset({ url: 'http://localhost/empty' })
  const closed = await platform.createAsset({ url: 'http://localhost/closed', closedAt: new Date() })
  const discussion = `/discussions/${asset.id}`
  const frame = `/embed/stream?asset_id=${asset.id}`
  const as = async () => reader
  const chief = await platform.createUser({ username: 'chief_editor', roles: ['ADMIN'] })
  const reply = (page: Page) => page.locator('.comment .reply').first().click()
  const featured = async (page: Page) => {
    await page.locator('.tabs a').first().click()
    await page.locator('.tabs a[aria-current]:first-of-type').waitFor()
    await page.locator('#thread[aria-busy=false]').waitFor()
  }
  return [
    { name: 'discussion', path: discussion },
    { name: 'discussion-signed-in', path: discussion, as, prepare: reply },
    { name: 'discussion-featured', path: discussion, prepare: featured },
    { name: 'comment', path: `${discussion}/comments/${comment.id}`, as },
    { name: 'empty', path: `/discussions/${empty.id}` },
    { name: 'frame', path: frame },
    { name: 'frame-comment', path: `${frame}&comment_id=${comment.id}` },
    { name: 'frame-closed', path: `/embed/stream?asset_id=${closed.id}` },
    { name: 'frame-refused', path: '/embed/stream?asset_url=https://elsewhere.example/' },
    ...PAGES.map(path => ({ name: nameOf(path), path })),
    ...OWN_PAGES.map(path => ({ name: nameOf(path), path, as })),
    { name: 'user', path: `/users/${reader.user.id}` },
    { name: 'profile', path: `${discussion}?tab=profile`, as },
    { name: 'profile-settings', path: `${discussion}?tab=profile&profile=settings`, as },
    { name: 'account-tokens', path: '/account/tokens', as: async () => chief },
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
  '/account/comments',
  '/account/ignored',
]

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'
