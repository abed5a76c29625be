import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD, tokenOf } from '../accounts/letters.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'
import { importUser, post } from './visit.ts'

describeWith(CHROMIUM)('in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let ada: TestUser
  let external: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    ada = await visited.platform.createUser({ username: 'Ada' })
    external = await importUser(visited.platform, 'imported')
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('a form with a password names its user for password managers; the browser has no remarks', async () => {
    const { platform, root } = visited
    await post(platform, '/account/password/forgotten', { email: 'ada@test.example' })
    const reset = `/account/password/reset#${await tokenOf(platform, 'ada@test.example', 'password-reset')}`
    const forms: [path: string, as: { token: string } | null, username: string][] = [
      ['/sign-in', null, ''],
      ['/register', null, ''],
      [reset, null, 'ada@test.example'],
      ['/admin/install', null, ''],
      ['/account/password', ada, 'ada@test.example'],
      ['/account/email', ada, 'ada@test.example'],
      ['/account/deletion?step=4', ada, 'ada@test.example'],
      ['/account/password', external, ''],
    ]
    for (const [path, as, username] of forms) {
      const page = await visited.open('about:blank')
      if (as) await page.context().addCookies([{ name: 'authorization', value: as.token, url: root }])
      const remarks: string[] = []
      page.on('console', message => {
        if (message.text().includes('[DOM]')) remarks.push(message.text())
      })
      await page.goto(`${root}${path}`)
      await page.locator('input[type=password]').last().waitFor()
      // The remarks come when the browser has time; a page behind others may wait for that for ever.
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 2_000 })))
      const field = page.locator('input[autocomplete=username]')
      expect([path, remarks, await field.count(), await field.inputValue()]).toEqual([path, [], 1, username])
      expect(
        await page
          .locator('form.sheet')
          .evaluate(
            form =>
              [...form.querySelectorAll('input')].filter(
                input =>
                  input.type !== 'hidden' && !input.closest('[hidden]') && !input.labels?.length && !input.ariaLabel,
              ).length,
          ),
      ).toBe(0)
      await page.context().close()
    }
  })

  test('a user who has not confirmed the address is offered another link, sent to the address they wrote', async () => {
    const { platform } = visited
    await platform.services.settings.update({ requireEmailConfirmation: true })
    await platform.services.users.createLocal({
      email: "o'hara+new@test.example",
      username: 'Scarlett',
      password: PASSWORD,
    })
    const page = await visited.open('/sign-in', { javaScriptEnabled: false })
    await page.fill('#email', "o'hara+new@test.example")
    await page.fill('#password', PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    expect(await page.locator('#email-problem').textContent()).toBe('Confirm your e-mail address first')
    await page.getByRole('button', { name: 'Send another link' }).click()
    expect([await page.locator('h1').textContent(), new URL(page.url()).search]).toEqual(['Look into your mailbox', ''])
    expect(await mailsTo(platform, "o'hara+new@test.example", 'confirm-email')).toHaveLength(1)
    // Only a reader who gives the right password learns that the account exists.
    await page.goto('/sign-in')
    await page.fill('#email', "o'hara+new@test.example")
    await page.fill('#password', 'not the password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('button', { name: 'Send another link' }).count()).toBe(0)
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})
