import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

describeWith(CHROMIUM)('invitations, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let admin: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    admin = await visited.platform.createUser({ roles: ['ADMIN'], username: 'the_boss' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())
  const linksTo = async (email: string) => (await mailsTo(visited.platform, email, 'invitation')).length

  test('are sent, sent again and withdrawn', async () => {
    await using desk = await openDesk(visited, admin, '/admin/community/invitations')
    await desk.page.getByText('No invitation waits.').waitFor()
    await desk.page.getByText('Invite somebody').click()
    const form = desk.page.locator('.invite form')
    await form.getByLabel('E-mail address').fill('no address')
    await form.getByLabel('Your password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await form.locator('.field .problem').first().waitFor()
    expect(await form.getByLabel('Your password').inputValue()).toBe(PASSWORD)
    await form.getByLabel('E-mail address').fill('mona@test.example')
    await form.getByLabel('Staff').check()
    expect(await form.getByLabel('Language of the mail').locator('option').allTextContents()).toEqual([
      'That of the site (English)',
      'German',
    ])
    await form.getByLabel('Language of the mail').selectOption('de')
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await form.getByText('An invitation is on its way to mona@test.example.').waitFor()
    expect([await form.getByLabel('E-mail address').inputValue(), await linksTo('mona@test.example')]).toEqual(['', 1])
    expect((await mailsTo(visited.platform, 'mona@test.example', 'invitation'))[0]?.subject).toMatch(/^Ihr Konto bei/)
    const row = desk.page.getByRole('article', { name: 'mona@test.example' })
    expect(await row.locator('.soft').textContent()).toMatch(/^Staff.*the_boss/)
    await row.getByText(/^The link works until/).waitFor()
    await using list = await openDesk(visited, admin, '/admin/community/people?value=mona')
    await list.page.locator('.person .states').getByText('Invited', { exact: true }).waitFor()
    expect(await list.page.locator('.person .states').allTextContents()).toEqual(['Invited'])

    await row.getByRole('button', { name: 'Send another link' }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await desk.page.keyboard.press('Enter')
    await row.getByText('An invitation is on its way to mona@test.example.').waitFor()
    await expect.poll(() => linksTo('mona@test.example')).toBe(2)

    await row.getByRole('button', { name: 'Withdraw' }).click()
    await row.getByText('The invitation of mona@test.example is withdrawn.').waitFor()
    await desk.page.reload()
    await desk.page.getByText('No invitation waits.').waitFor()
    expect(visited.complaints).toEqual([])
  })

  test('are for administrators alone', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await using desk = await openDesk(visited, moderator, '/admin/community/invitations')
    await desk.page.getByRole('heading', { name: 'This view is for administrators.' }).waitFor()
    expect((await visited.platform.as(moderator).http('/admin/community/invitations')).status).toBe(403)
    expect(await desk.page.getByRole('link', { name: 'Invitations' }).count()).toBe(0)
  })
})
