import type { Asset, User } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import type { Frame, Page } from 'playwright-core'
import { PASSWORD } from '../../../apps/server/test/frame/window.ts'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'
import type { Blog } from '../../../apps/server/test/stream/blog.ts'
import type { View } from './view.ts'

interface Parts {
  readonly platform: TestPlatform
  readonly root: string
  readonly blog: Blog
  readonly reader: TestUser
}

interface Cast extends Parts {
  readonly walker: TestUser
  readonly miller: TestUser
}

/** The states of a discussion, of its reader and of what they write, each in a short discussion. */
export async function stateViews(given: Parts): Promise<readonly View[]> {
  const walker = await given.platform.createUser({ username: 'early_walker' })
  const miller = await given.platform.createUser({ username: 'old_miller' })
  const parts = { ...given, walker, miller }
  return [
    ...(await formViews(parts)),
    ...(await discussionViews(parts)),
    ...(await visitorViews(parts)),
    ...(await siteViews(parts)),
  ]
}

const TITLES = {
  forms: 'The path along the canal',
  held: 'When the boats still ran',
  boxes: 'What should be mended first?',
  'closed-with-comments': 'Winter on the towpath',
  disabled: 'The new bridge at the mill',
  visitors: 'Lock 14 opens again',
  elsewhere: 'Swimming below the aqueduct',
}

/** A discussion of three comments, of which the reader has written the last one. */
async function writeShort({ platform, reader, walker, miller }: Cast, name: keyof typeof TITLES): Promise<Asset> {
  const asset = await platform.createAsset({ url: `http://localhost/${name}` })
  const body = 'Is the path along the canal open again? It was closed in autumn, below the aqueduct.'
  const first = await platform.createComment({ asset, author: walker, body })
  await platform.createComment({ asset, author: miller, parent: first, body: 'It is, as far as the old mill.' })
  await platform.createComment({ asset, author: reader, body: 'Then I will take the children there on Sunday.' })
  await changeAsset(platform, asset, { title: TITLES[name] })
  return asset
}

const pageOf = ({ id }: Asset) => `/discussions/${id}`
const frameOf = ({ id }: Asset) => `/embed/stream?asset_id=${id}`

/** The forms about a comment. */
async function formViews(parts: Cast): Promise<View[]> {
  const { platform, reader } = parts
  const asset = await writeShort(parts, 'forms')
  const held = await writeShort(parts, 'held')
  await platform.createComment({
    asset: held,
    author: reader,
    body: 'The old timetable is at https://canal.example/timetable',
    status: 'PREMOD',
  })
  return [
    ...['edit', 'delete', 'report'].map(kind => ({
      name: `form-${kind}`,
      path: frameOf(asset),
      as: async () => reader,
      prepare: async (page: Page) => {
        await page.locator(`.tool.${kind}`).first().click()
        await page.locator('.comment-form').waitFor()
      },
    })),
    {
      name: 'form-ignore',
      path: frameOf(asset),
      as: async () => reader,
      async prepare(page) {
        const menu = page.locator('.author-menu').last()
        await menu.locator('summary').click()
        await menu.locator('button.menu-entry').last().click()
        await menu.locator('.menu-question').waitFor()
      },
    },
    { name: 'held', path: frameOf(held), as: async () => reader },
  ]
}

/** What the site says in a discussion, and discussions in which nobody can write. */
async function discussionViews(parts: Cast): Promise<View[]> {
  const { platform, reader } = parts
  const [boxes, closed, disabled] = await Promise.all([
    writeShort(parts, 'boxes'),
    writeShort(parts, 'closed-with-comments'),
    writeShort(parts, 'disabled'),
  ])
  const rules = 'Comments are read by an editor **before 9 p.m.** The [rules](https://canal.example/rules) are short.'
  await changeAsset(platform, boxes, {
    settings: {
      infoBoxEnable: true,
      infoBoxContent: rules,
      questionBoxEnable: true,
      questionBoxContent: 'Which part of the canal should be mended first?',
    },
  })
  await changeAsset(platform, closed, {
    closedAt: new Date(),
    settings: { closedMessage: 'This discussion is closed. _Write to the editors_ if you know more.' },
  })
  await changeAsset(platform, disabled, {
    settings: { disableCommenting: true, disableCommentingMessage: 'Nobody can write until Monday: we are moving.' },
  })
  return [
    { name: 'boxes', path: frameOf(boxes) },
    { name: 'closed', path: pageOf(closed), as: async () => reader },
    { name: 'disabled', path: frameOf(disabled) },
  ]
}

/** What readers are told who can't write now, or have no connection. */
async function visitorViews(parts: Cast): Promise<View[]> {
  const { platform, reader } = parts
  const { accountStatus, docstore, users } = platform.services
  const path = frameOf(await writeShort(parts, 'visitors'))
  const moderator = (await platform.createUser({ username: 'night_desk', roles: ['MODERATOR'] })).user
  const [banned, suspended, nameless] = await Promise.all(
    ['rosa', 'theo', 'ulrike'].map(username => platform.createUser({ username })),
  )
  const until = new Date(Date.now() + 3 * 86_400_000)
  await accountStatus.make('suspend', moderator, { id: suspended!.user.id, until })
  await docstore
    .collection<User>('users')
    .updateOne({ id: nameless!.user.id }, { $set: { 'status.username.status': 'UNSET' } })
  const email = 'viktor@test.example'
  const user = await users.createLocal({ email, username: 'viktor', password: PASSWORD, roles: [], confirmed: false })
  const notice = (kind: string) => async (page: Page) => page.locator(`.obstacle[data-kind=${kind}]`).waitFor()
  const type = (page: Page) => page.locator('#body').fill('It was open this morning.')
  const confirm = async (page: Page) => {
    await type(page)
    await page.locator('.composer .outcome').waitFor()
  }
  return [
    {
      name: 'banned',
      path,
      as: async () => {
        await accountStatus.make('unban', moderator, { id: banned!.user.id })
        return platform.signIn(banned!)
      },
      async prepare(page) {
        await type(page)
        // The page follows the account once it has read what is new.
        await page.waitForFunction(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('documentId')),
        )
        await accountStatus.make('ban', moderator, { id: banned!.user.id })
        await notice('banned')(page)
      },
    },
    { name: 'suspended', path, as: () => platform.signIn(suspended!), prepare: notice('suspended') },
    { name: 'unconfirmed', path, as: () => platform.signIn({ user }), prepare: confirm },
    { name: 'nameless', path, as: async () => nameless!, prepare: notice('nameUnset') },
    {
      name: 'nameless-form',
      path,
      as: async () => nameless!,
      async prepare(page) {
        await page.locator('.obstacle .button').click()
        await page.locator('.name-form').waitFor()
      },
    },
    {
      name: 'session-ended',
      path,
      as: async () => reader,
      async prepare(page) {
        await type(page)
        await page.context().clearCookies()
        await page.locator('.composer button[type=submit]').click()
        await notice('ended')(page)
      },
    },
    {
      name: 'offline',
      path,
      as: async () => reader,
      async prepare(page) {
        await page.context().setOffline(true)
        await page.locator('.condition p').waitFor()
      },
    },
  ]
}

/** A discussion on another site, before and after its reader signs in. */
async function siteViews(parts: Cast): Promise<View[]> {
  const { platform, root, blog } = parts
  const asset = await writeShort(parts, 'elsewhere')
  const { user } = await platform.createUser({ username: 'wanda' })
  const path = blog.put(
    '/elsewhere',
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
     <meta name="color-scheme" content="light dark">
     <title>The path along the canal</title><link rel="canonical" href="${asset.url}">
     <main><h1>The path along the canal</h1><p>It is open again.</p><div id="comments"></div></main>
     <script>document.documentElement.lang = new URLSearchParams(location.search).get('lang') ?? 'en'</script>
     <script async src="${root}/embed.js" data-element="comments"></script>`,
  )
  const frameIn = async (page: Page): Promise<Frame> => {
    const frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return frame
  }
  const openWindow = async (frame: Frame): Promise<Page> => {
    const [window] = await Promise.all([
      frame.page().context().waitForEvent('page'),
      frame.locator('.join a').first().click(),
    ])
    await window.locator('#password').waitFor()
    return window
  }
  return [
    { name: 'sign-in-window', path, prepare: async page => openWindow(await frameIn(page)) },
    {
      name: 'elsewhere-signed-in',
      path,
      async prepare(page) {
        const frame = await frameIn(page)
        const window = await openWindow(frame)
        await window.fill('#email', `${user.username}@test.example`)
        await window.fill('#password', PASSWORD)
        await window.press('#password', 'Enter')
        await frame.locator('.viewer').waitFor()
        return frame
      },
    },
  ]
}
