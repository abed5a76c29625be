import type { TestUser } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Desk, menuOf, openDesk } from './desk.ts'

const PASSWORD = 'a long enough password'

describeWith(CHROMIUM)('the configuration, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let admin: TestUser
  beforeAll(async () => {
    visited = await startVisited()
  })
  beforeEach(async () => {
    admin = await visited.platform.createUser({ roles: ['ADMIN'] })
  })
  afterEach(() => expect(visited.complaints).toEqual([]))
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const open = (page: string, options = {}) => openDesk(visited, admin, `/admin/configure/${page}`, options)
  const stored = () => visited.platform.services.settings.load()
  const save = ({ page }: Desk) => page.getByRole('button', { name: 'Save', exact: true }).click()
  const said = ({ page }: Desk) => page.locator('.notice')

  test('settings of several pages are saved together, and units of time are converted', async () => {
    await using desk = await open('stream')
    const { page } = desk
    await page.getByLabel('Limit the length of comments').check()
    await page.getByLabel('The longest comment, in characters').fill('700')
    await page.getByLabel('How long authors can change a comment', { exact: true }).fill('3')
    await page.getByLabel('Unit of: How long authors can change a comment').selectOption('minutes')
    await page.locator('.pages').getByRole('link', { name: 'Organization' }).click()
    await page.getByLabel('Name', { exact: true }).fill('The Example Times')
    await page.getByText('4 changes are not saved').waitFor()
    await save(desk)
    await said(desk).getByText('The settings are saved.').waitFor()
    expect(await stored()).toMatchObject({
      charCountEnable: true,
      charCount: 700,
      editCommentWindowLength: 180_000,
      organizationName: 'The Example Times',
    })
    expect(await page.locator('.save-bar').count()).toBe(0)
  })

  test('what is wrong is said beside its field, and nothing is saved until it is mended', async () => {
    await using desk = await open('tech')
    const { page } = desk
    const address = page.getByLabel('Address of a style sheet for the comments')
    await address.fill('no address')
    await page.getByLabel('Address of a style sheet for this panel').fill('https://styles.example/panel.css')
    const problem = page.locator('#setting-customCssUrl-problem')
    expect(await problem.textContent()).toContain('begins with https://')
    expect(await address.getAttribute('aria-describedby')).toContain('setting-customCssUrl-problem')
    await save(desk)
    await page.getByText('Nothing was saved').waitFor()
    await expect.poll(() => address.evaluate(field => field === document.activeElement)).toBe(true)
    expect((await stored()).customAdminCssUrl).toBeNull()
    await address.fill('')
    await expect.poll(() => problem.count()).toBe(0)
    await save(desk)
    await said(desk).waitFor()
    expect((await stored()).customAdminCssUrl).toBe('https://styles.example/panel.css')
    await visited.platform.services.settings.update({ customAdminCssUrl: null })
  })

  test('moderators choose from the reasons of the site, and begin with its mails', async () => {
    await using desk = await open('moderation')
    const { page } = desk
    await page.getByLabel('Reasons to reject a comment').fill('Please write in English.\n\nNo links, please.')
    await page.getByLabel('Reasons to reject a username').fill('Choose a name without digits.')
    expect(await page.getByLabel('Mail about a ban').getAttribute('placeholder')).toMatch(/^You have been banned /)
    expect(await page.getByLabel('Mail about a suspension').getAttribute('placeholder')).toMatch(/^You cannot comment /)
    await page.getByLabel('Mail about a ban').fill('We have warned you twice.')
    await page.getByText('3 changes are not saved').waitFor()
    await save(desk)
    await said(desk).waitFor()
    expect(await stored()).toMatchObject({
      rejectionReasons: ['Please write in English.', 'No links, please.'],
      usernameRejectionReasons: ['Choose a name without digits.'],
      banMessage: 'We have warned you twice.',
      suspensionMessage: null,
    })
    const asset = await visited.platform.createAsset()
    const author = await visited.platform.createUser()
    const { id } = await visited.platform.createComment({ asset, author, body: 'Voyez ceci' })
    await using queue = await openDesk(visited, admin, `/admin/moderate/all/${asset.id}`)
    const dialog = queue.page.getByRole('dialog')
    const choose = (entry: RegExp) => menuOf(queue.card('Voyez ceci'), entry)
    const choices = () =>
      dialog.getByRole('radio').evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
    await choose(/^Ban /)
    expect(await dialog.getByLabel(/^The mail/).inputValue()).toBe('We have warned you twice.')
    await queue.page.keyboard.press('Escape')
    await choose(/^Suspend /)
    expect(await dialog.getByLabel(/^The mail/).inputValue()).toMatch(/^You cannot comment for some time/)
    await queue.page.keyboard.press('Escape')
    await choose(/^Reject the username /)
    await expect.poll(choices).toEqual(['Choose a name without digits.'])
    await queue.page.keyboard.press('Escape')
    await choose(/^Reject with a reason/)
    await dialog.getByLabel('No links, please.').check()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    const found = async () => (await visited.platform.services.commentsReader.findByIds([id]))[0]!
    await expect.poll(async () => (await found()).status_history.at(-1)?.author_reason).toBe('No links, please.')
    await visited.platform.services.settings.update({
      rejectionReasons: null,
      usernameRejectionReasons: null,
      banMessage: null,
    })
  })

  test('what the server refuses is said beside its field, and what was typed stays', async () => {
    await using desk = await open('moderation')
    const { page } = desk
    const words = page.getByLabel('Banned words')
    await words.fill('fool\n!!!')
    await save(desk)
    await page.locator('#setting-wordlist-banned-problem').waitFor()
    expect(await words.inputValue()).toBe('fool\n!!!')
    expect((await stored()).wordlist.banned).toEqual([])
  })

  test('changes that are not saved stay when the page is loaded again, and can be discarded', async () => {
    await using desk = await open('moderation')
    const { page } = desk
    await page.getByLabel('Repeated comments wait for a moderator').check()
    // Chromium asks before the page is left.
    page.removeAllListeners('dialog')
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText('One change is not saved').waitFor()
    expect(await page.getByLabel('Repeated comments wait for a moderator').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByLabel('Repeated comments wait for a moderator').isChecked()).toBe(false)
    await page.reload()
    await page.getByLabel('Repeated comments wait for a moderator').waitFor()
    expect(await page.locator('.save-bar').count()).toBe(0)
  })

  test('what another administrator saves is seen at once, without losing what is typed here', async () => {
    await using desk = await open('organization')
    const { page } = desk
    await page.getByLabel('Name', { exact: true }).fill('Typed here')
    await visited.platform.services.settings.update({ organizationContactEmail: 'desk@news.example' })
    await expect.poll(() => page.getByLabel('E-mail address for questions').inputValue()).toBe('desk@news.example')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed here')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('words that another administrator adds to a list stay in it when changes to the same list are saved', async () => {
    const { settings } = visited.platform.services
    const banned = async () => (await stored()).wordlist.banned
    await settings.update({ wordlist: { banned: ['first', 'second'] } })
    await using desk = await open('moderation')
    const words = desk.page.getByLabel('Banned words')
    await words.fill('first\nthird')
    await settings.update({ wordlist: { banned: ['first', 'second', 'fourth'] } })
    await expect.poll(() => words.inputValue()).toBe('first\nfourth\nthird')
    await save(desk)
    await expect.poll(banned).toEqual(['first', 'fourth', 'third'])
    await settings.update({ wordlist: { banned: [] } })
  })

  test('what is typed while the settings are being saved stays to be saved', async () => {
    await using desk = await open('organization')
    const { page } = desk
    const held = Promise.withResolvers<() => Promise<void>>()
    let isHeld = false
    await page.route('**/graph/ql', route => {
      if (isHeld || !route.request().postData()?.includes('organizationName')) return route.continue()
      isHeld = true
      held.resolve(() => route.continue())
    })
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('The Daily')
    await save(desk)
    const goOn = await held.promise
    await name.fill('The Daily News')
    await goOn()
    await expect.poll(async () => (await stored()).organizationName).toBe('The Daily')
    await page.getByText('One change is not saved').waitFor()
    expect(await name.inputValue()).toBe('The Daily News')
    await save(desk)
    await expect.poll(async () => (await stored()).organizationName).toBe('The Daily News')
  })

  test('word lists are tried before they are saved', async () => {
    await using desk = await open('moderation')
    const { page } = desk
    await page.getByLabel('Suspect words').fill('nonsense')
    await page.getByLabel('Banned words').fill('fool')
    await page.getByLabel('Try the lists').fill('What nonsense.')
    const tried = page.locator('.tried')
    await tried.getByText('published and reported').waitFor()
    expect(await tried.locator('mark').allTextContents()).toEqual(['nonsense'])
    await page.getByLabel('Try the lists').fill('You fool, what nonsense.')
    await tried.getByText('would be rejected').waitFor()
    expect(await tried.locator('mark').allTextContents()).toEqual(['fool', 'nonsense'])
    await page.getByLabel('Banned words').fill('')
    await tried.getByText('published and reported').waitFor()
    expect((await stored()).wordlist).toEqual({ banned: [], suspect: [] })
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('permitted domains are changed with the password', async () => {
    await using desk = await open('tech')
    const { page } = desk
    await page.getByLabel('Permitted domains').fill('localhost\nnews example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“news example” is no host').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByLabel('Permitted domains').fill('localhost\nnews.example')
    await save(desk)
    const dialog = page.getByRole('dialog', { name: 'Change the permitted domains' })
    await dialog.getByLabel('Your password').fill('another password')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This is not your password.').waitFor()
    expect((await stored()).domains.whitelist).toEqual(['localhost'])
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await said(desk).getByText('The settings are saved.').waitFor()
    expect((await stored()).domains.whitelist).toEqual(['localhost', 'news.example'])
  })

  test('the staff is listed, and a role is changed with the password', async () => {
    const other = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'Ada_Moderator' })
    await using desk = await open('organization')
    await desk.page.getByRole('button', { name: /Change the role … Ada_Moderator/ }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByText('belongs to the organization').click()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await said(desk).getByText('Ada_Moderator has the role Staff now.').waitFor()
    expect((await visited.platform.services.users.findById(other.user.id))!.roles).toEqual(['STAFF'])
  })

  test('the code to embed names this site, and is copied', async () => {
    await using desk = await open('tech')
    const { page } = desk
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await said(desk).getByText('The code is copied.').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`<script async src="${visited.root}/embed.js" data-element="comments"></script>`)
  })

  test('the preview is a discussion in a frame, with what was saved', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'A comment in the preview' })
    await using desk = await open('stream')
    const frame = desk.page.frameLocator('iframe.preview')
    await desk.page.locator('iframe.preview').scrollIntoViewIfNeeded()
    await frame.getByText('A comment in the preview').waitFor()
    await desk.page.getByLabel('Show a box with a text').check()
    await desk.page.getByLabel('Text of the box').fill('Be kind to each other')
    await save(desk)
    await expect.poll(() => frame.getByText('Be kind to each other').isVisible()).toBe(true)
  })

  test('the history says who changed what, and a change is taken back', async () => {
    const { settings } = visited.platform.services
    await settings.update({ closedTimeout: 3_600, wordlist: { suspect: ['one', 'two'] } }, admin.user.id)
    await settings.update({ wordlist: { suspect: ['two', 'three'] } }, admin.user.id)
    await using desk = await open('history')
    const rows = desk.page.locator('.change')
    await rows.nth(1).waitFor()
    expect(await rows.first().textContent()).toMatch(new RegExp(`${admin.user.username}.*Added: three.*Removed: one`))
    expect(await rows.nth(1).textContent()).toContain('2 weeks → 1 hour')
    await rows.nth(1).getByRole('button', { name: 'Take back' }).click()
    await said(desk).getByText('The change was taken back.').waitFor()
    await expect.poll(stored).toMatchObject({ closedTimeout: 14 * 86_400, wordlist: { suspect: ['three'] } })
    await expect.poll(() => rows.first().textContent()).toContain('1 hour → 2 weeks')
  })

  test('the password is asked for when permitted domains are taken back', async () => {
    await visited.platform.services.settings.update({ domains: { whitelist: ['localhost', 'other.example'] } })
    await using desk = await open('history')
    const newest = desk.page.locator('.change').first()
    await newest.getByText('other.example').waitFor()
    await newest.getByRole('button', { name: 'Take back' }).click()
    const dialog = desk.page.getByRole('dialog', { name: 'Change the permitted domains' })
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await said(desk).getByText('The change was taken back.').waitFor()
    expect((await stored()).domains.whitelist).not.toContain('other.example')
  })

  test('variables are shown with their source, without secrets, and connections are tested', async () => {
    await using desk = await open('server')
    const { page } = desk
    await page.getByLabel('Search').fill('PLATFORM_JWT_SECRET')
    const variable = page.locator('.variables > div').first()
    await variable.getByText('(set, hidden)').waitFor()
    expect(await variable.textContent()).toContain('set in the environment')
    await page.getByLabel('Only those that are set').check()
    await page.getByLabel('Search').fill('KEEP_ALIVE')
    await page.getByText('0 variables').waitFor()
    await page.getByRole('button', { name: 'Test: Mail server' }).click()
    await page.getByText(/It does not work\. Mails are not sent/).waitFor()
  })

  test('moderators have no configuration', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await using desk = await openDesk(visited, moderator, '/admin/configure/stream')
    await desk.page.getByText('This view is for administrators.').waitFor()
    expect(await desk.page.getByRole('link', { name: 'Configuration' }).count()).toBe(0)
  })
})
