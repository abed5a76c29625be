import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { mailsTo } from '../../../apps/server/test/accounts/letters.ts'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'
import { PATIENCE, retry, type Tab, type Visitor } from '../drivers/driver.ts'
import { PASSWORD, type Place, register, see, seeNo } from '../place.ts'

/** The journeys of moderators and administrators that every browser makes. */
export function panelJourneys(place: () => Place): void {
  test('a moderator signs in, decides by keys and clicks, takes a decision back, and signs out in every tab', async () => {
    const { platform, root } = place()
    const asset = await platform.createAsset()
    await changeAsset(platform, asset, { settings: { moderation: 'PRE' } })
    const author = await platform.createUser()
    const comments: Comment[] = []
    for (const body of ['One', 'Two', 'Three']) comments.push(await platform.createComment({ asset, author, body }))
    const decided = () => statusesOf(place(), comments)
    const visitor = await place().visitor()
    const tab = await openPanel(visitor, `${root}/admin/moderate/premod/${asset.id}`, await moderator(place()))
    await see(tab, 'article.card .text', 'Three')
    await selectFirst(tab)
    await tab.press('d')
    await expect.poll(decided, { timeout: PATIENCE }).toEqual(['PREMOD', 'PREMOD', 'ACCEPTED'])
    await tab.press('f')
    await expect.poll(decided, { timeout: PATIENCE }).toEqual(['PREMOD', 'REJECTED', 'ACCEPTED'])
    await tab.click('.notice button', 'Undo')
    await expect.poll(decided, { timeout: PATIENCE }).toEqual(['PREMOD', 'PREMOD', 'ACCEPTED'])
    await see(tab, 'article.card .text', 'Two')
    await tab.click('article.card .decision', 'Approve')
    await expect.poll(decided, { timeout: PATIENCE }).toEqual(['PREMOD', 'ACCEPTED', 'ACCEPTED'])
    await see(tab, '.queues a[aria-current] .count', '1')
    const other = await visitor.open(`${root}/admin/moderate/approved/${asset.id}`)
    await see(other, 'article.card .text', 'Three')
    await other.click('.account-menu > summary')
    await other.click('.account-menu .menu-entry', 'Sign out')
    for (const each of [other, tab]) await see(each, 'h1', 'Sign in')
  })

  test('an administrator bans with a mail, changes the word list and closes a discussion, and readers see it', async () => {
    const { platform, root } = place()
    const address = place().post()
    const asset = await platform.createAsset({ url: address })
    const author = await platform.createUser()
    await platform.createComment({ asset, author, body: 'Rude words' })
    const reading = await place().visitor()
    const read = await reading.open(address)
    await see(read.comments, '.comment .text', 'Rude words')
    await register(reading, read, 'listreader')
    const visitor = await place().visitor()
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    const tab = await openPanel(visitor, `${root}/admin/moderate/all/${asset.id}`, admin)

    await ban(place(), tab, author.user.username)
    await seeNo(read.comments, '.comment .text', 'Rude words')

    await tab.goto(`${root}/admin/configure/moderation`)
    await changeWords(tab, 'rotten fool')
    await read.comments.fill('#write textarea', 'What a rotten fool')
    await read.comments.click('#write button', 'Post')
    await see(read.comments, '#write .outcome', 'breaks a rule of this site')

    await closeDiscussion(place(), tab, asset)
    await see(read.comments, '#write, .box, .notice', 'This discussion is closed')
    await platform.services.settings.update({ wordlist: { banned: [], suspect: [] } })
  })
}

const moderator = ({ platform }: Place) => platform.createUser({ roles: ['MODERATOR'] })

/** Opens a view of the panel, and signs in on the way. */
export async function openPanel(visitor: Visitor, address: string, { user }: TestUser): Promise<Tab> {
  const tab = await visitor.open(address)
  await tab.fill('#email', `${user.username}@test.example`)
  await tab.fill('#password', PASSWORD)
  await tab.click('main button', 'Sign in')
  await see(tab, '.panel-header', user.username)
  return tab
}

/** Selects the first comment of a queue. The view listens to keys once it is drawn. */
export async function selectFirst(tab: Tab): Promise<void> {
  await retry('a comment is selected', async () => {
    await tab.press('k')
    return (await tab.texts('article.card[aria-current]')).length > 0 ? true : null
  })
}

/** Bans the author of the first comment that is shown, with a mail. */
export async function ban({ platform }: Place, tab: Tab, username: string): Promise<void> {
  await tab.click('.card-menu > summary')
  await tab.click('.card-menu .menu-entry', `Ban ${username}`)
  await tab.fill('dialog textarea', 'You broke our rules.')
  await tab.click('dialog button', 'Ban and reject the comment')
  await see(tab, '.notice', `${username} is banned`)
  // The mail of a decision waits for ten seconds.
  platform.clock.advance(10_000)
  const mails = async () => (await mailsTo(platform, `${username}@test.example`)).map(({ text }) => text).join()
  await expect.poll(mails, { timeout: PATIENCE }).toContain('You broke our rules.')
}

/** Puts phrases on the list of banned words, on the page of the configuration. */
export async function changeWords(tab: Tab, banned: string): Promise<void> {
  await tab.fill('#setting-wordlist-banned', banned)
  await tab.click('.save-bar button', 'Save')
  await see(tab, '.notice', 'The settings are saved')
}

/** Closes a discussion on its page. */
export async function closeDiscussion(
  { root }: Pick<Place, 'root'>,
  tab: Tab,
  { id }: Pick<Asset, 'id'>,
): Promise<void> {
  await tab.goto(`${root}/admin/stories/${id}`)
  await tab.click('.parts button', 'Close now')
  await see(tab, '.parts', 'The discussion is closed.')
}

function statusesOf({ platform }: Place, comments: readonly Comment[]): Promise<readonly (string | undefined)[]> {
  const stored = platform.services.docstore.collection<Comment>('comments')
  return Promise.all(comments.map(async ({ id }) => (await stored.findOne({ id }))?.status))
}
