import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { PASSWORD } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Desk, openDesk } from './desk.ts'

describeWith(CHROMIUM)('the people of the site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let admin: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    admin = await visited.platform.createUser({ roles: ['ADMIN'], username: 'the_boss' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const names = (desk: Desk) => desk.page.locator('.person h2').allTextContents()
  const row = (desk: Desk, name: string) => desk.page.getByRole('article', { name })
  const find = async (desk: Desk, value: string) => desk.page.getByLabel('How a name').fill(value)
  async function openMenu(desk: Desk, name: string, entry: string) {
    await find(desk, name)
    await expect.poll(() => names(desk)).toEqual([name])
    await row(desk, name).getByText('Account', { exact: true }).click()
    await row(desk, name).getByRole('button', { name: entry }).click()
    return desk.page.getByRole('dialog')
  }

  test('are found by the beginning of a name or an e-mail address, by role and by state', async () => {
    const { platform } = visited
    const ada = await platform.createUser({ username: 'finder_ada', roles: ['STAFF'] })
    const bob = await platform.createUser({ username: 'finder_bob' })
    const day = 86_400_000
    await platform
      .as(admin)
      .graphql('mutation ($i: SuspendUserInput!) { suspendUser(input: $i) { errors { translation_key } } }', {
        i: { id: bob.user.id, message: '', until: new Date(Date.now() + 2 * day).toISOString() },
      })
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    await find(desk, 'FINDER_')
    await expect.poll(() => names(desk)).toEqual(['finder_bob', 'finder_ada'])
    expect(await row(desk, 'finder_bob').locator('.states').textContent()).toMatch(/^Suspended until .+\d:\d\d/)
    await desk.page.getByLabel('State').selectOption('Suspended')
    await expect.poll(() => names(desk)).toEqual(['finder_bob'])
    await desk.page.getByLabel('State').selectOption('All')
    await desk.page.getByLabel('Role').selectOption('Staff')
    await expect.poll(() => names(desk)).toEqual(['finder_ada'])
    await desk.page.reload()
    await expect.poll(() => names(desk)).toEqual(['finder_ada'])
    await desk.page.getByLabel('Role').selectOption('All')
    await find(desk, ada.user.profiles![0]!.id.slice(0, 12))
    await expect.poll(() => names(desk)).toContain('finder_ada')
    await find(desk, 'no such name')
    await desk.page.getByText('Nobody was found.').waitFor()
    expect(visited.complaints).toEqual([])
  })

  test('are banned, suspended and checked first together, with a way back', async () => {
    const { platform } = visited
    const people = [
      await platform.createUser({ username: 'crowd_1' }),
      await platform.createUser({ username: 'crowd_2' }),
      await platform.createUser({ username: 'crowd_3' }),
    ]
    const moderator = await platform.createUser({ username: 'crowd_mo', roles: ['MODERATOR'] })
    const states = async () =>
      Promise.all(
        people.map(async ({ user }) => {
          const { banned, suspension, alwaysPremod } = (await platform.services.users.findById(user.id))!.status
          return [banned.status, suspension.until !== null, alwaysPremod.status].map(Number).join('')
        }),
      )
    await using desk = await openDesk(visited, moderator, '/admin/community/people?value=crowd_')
    const { page } = desk
    await row(desk, 'crowd_3').waitFor()
    // Nobody decides about the own account.
    expect(await page.getByRole('checkbox').count()).toBe(3)
    for (const name of ['crowd_1', 'crowd_3']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Ban …', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ban 2 users …' })
    await dialog.getByLabel(/^The mail/).fill('')
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('status').getByText('2 users are banned.').waitFor()
    expect(await states()).toEqual(['100', '000', '100'])
    await row(desk, 'crowd_1').locator('.states', { hasText: 'Banned' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('This was taken back for 2 users.').waitFor()
    expect(await states()).toEqual(['000', '000', '000'])
    await page.getByRole('checkbox', { name: 'Select crowd_2' }).check()
    await page.getByRole('button', { name: 'Suspend …', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('status').getByText('3 users are suspended.').waitFor()
    await page.getByRole('button', { name: 'Check comments first' }).click()
    await page.getByRole('status').getByText('Comments of 3 users now wait for a moderator.').waitFor()
    expect(await states()).toEqual(['011', '011', '011'])
    await page.getByRole('button', { name: 'Select none' }).click()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(visited.complaints).toEqual([])
  })

  test('stay banned after an undo when they were banned before', async () => {
    const { platform } = visited
    const [before, now] = [
      await platform.createUser({ username: 'freed_1' }),
      await platform.createUser({ username: 'freed_2' }),
    ]
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await platform.services.accountStatus.make('ban', moderator.user, { id: before.user.id })
    const isBanned = async (id: string) => (await platform.services.users.findById(id))!.status.banned.status
    await using desk = await openDesk(visited, moderator, '/admin/community/people?value=freed_')
    const { page } = desk
    for (const name of ['freed_1', 'freed_2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Ban …', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('status').getByText('2 users are banned.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('This was taken back for 1 user.').waitFor()
    expect([await isBanned(before.user.id), await isBanned(now.user.id)]).toEqual([true, false])
  })

  test('are shown page by page, each once', async () => {
    for (let i = 0; i < 21; i++) await visited.platform.createUser({ username: `paged_${String(i).padStart(2, '0')}` })
    await using desk = await openDesk(visited, admin, '/admin/community/people?value=paged_')
    await expect.poll(async () => (await names(desk)).length).toBe(20)
    await desk.page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(async () => new Set(await names(desk)).size).toBe(21)
    await desk.page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  })

  test('get another role, for which an administrator gives the password again', async () => {
    const { user } = await visited.platform.createUser({ username: 'to_be_staff' })
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    const dialog = await openMenu(desk, 'to_be_staff', 'Change the role')
    await dialog.getByLabel('Staff').check()
    const password = dialog.getByLabel('Your password')
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await dialog.getByText('Give your password.').waitFor()
    await password.fill('not my password')
    await desk.page.keyboard.press('Enter')
    await dialog.getByText('This is not your password.').waitFor()
    expect([
      await password.getAttribute('aria-invalid'),
      await password.inputValue(),
      await dialog.getByLabel('Staff').isChecked(),
    ]).toEqual(['true', 'not my password', true])
    await password.fill(PASSWORD)
    await desk.page.keyboard.press('Enter')
    await row(desk, 'to_be_staff').getByText('to_be_staff has the role Staff now.').waitFor()
    await expect.poll(() => row(desk, 'to_be_staff').locator('.soft').textContent()).toContain('Staff')
    expect((await visited.platform.services.users.findById(user.id))?.roles).toContain('STAFF')
  })

  test('are signed out everywhere', async () => {
    const person = await visited.platform.createUser({ username: 'signed_in' })
    const me = async () => (await visited.platform.as(person).graphql('{ me { id } }')).data?.['me'] ?? null
    expect(await me()).not.toBeNull()
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    const dialog = await openMenu(desk, 'signed_in', 'End all sessions')
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await desk.page.getByText('All sessions of signed_in are ended.').waitFor()
    expect(await me()).toBeNull()
  })

  test('have their data exported by a link', async () => {
    await visited.platform.createUser({ username: 'exported' })
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    const dialog = await openMenu(desk, 'exported', 'Export the data')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const address = await dialog.getByLabel('Address of the link').inputValue()
    expect(await dialog.getByRole('link').getAttribute('href')).toBe(address)
    expect((await visited.platform.http(new URL(address).pathname)).status).toBe(200)
  })

  test('are erased, for which an administrator gives the password again', async () => {
    const { user } = await visited.platform.createUser({ username: 'erased_one' })
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    const dialog = await openMenu(desk, 'erased_one', 'Delete the account')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await desk.page.getByText('The account of erased_one is deleted.').waitFor()
    expect(await row(desk, 'erased_one').locator('summary').count()).toBe(0)
    expect(await visited.platform.services.users.findById(user.id)).toBeNull()
  })

  test('stay as they are while the server can’t be reached, and what was filled in stays', async () => {
    await visited.platform.createUser({ username: 'unreached' })
    await using desk = await openDesk(visited, admin, '/admin/community/people')
    const dialog = await openMenu(desk, 'unreached', 'Delete the account')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await desk.page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await dialog.getByText('The server can’t be reached.').waitFor()
    expect(await dialog.getByLabel('Your password').inputValue()).toBe(PASSWORD)
    await desk.page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Delete for ever' }).click()
    await desk.page.getByText('The account of unreached is deleted.').waitFor()
  })

  test('are banned in the list, and the ban is lifted in the drawer', async () => {
    await visited.platform.createUser({ username: 'banned_one' })
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'mo' })
    await using desk = await openDesk(visited, moderator, '/admin/community/people?value=banned_one')
    const banned = row(desk, 'banned_one')
    await banned.getByText('Decide').click()
    await banned.getByRole('button', { name: 'Ban banned_one' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
    await banned.getByText(/^Banned since .+ by mo$/).waitFor()
    await banned.getByRole('button', { name: 'banned_one' }).click()
    const drawer = desk.page.getByRole('dialog', { name: 'banned_one' })
    await drawer.getByText('Decide').click()
    await drawer.getByRole('button', { name: 'Lift the ban' }).click()
    await drawer.getByText('Active').waitFor()
    await desk.page.keyboard.press('Escape')
    await banned.getByText('Active').waitFor()
    expect(visited.complaints).toEqual([])
  })

  test('have no account menu for moderators', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'a_moderator' })
    await using desk = await openDesk(visited, moderator, '/admin/community/people?value=the_boss')
    await row(desk, 'the_boss').waitFor()
    expect(await row(desk, 'the_boss').locator('summary').count()).toBe(0)
  })
})
