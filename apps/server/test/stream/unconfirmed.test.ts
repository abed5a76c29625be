import type { User } from '@platform/plugin-sdk'
import { expect } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { startVisited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from './writer.ts'

testWith(CHROMIUM)(
  'a user whose e-mail address is not confirmed reads so at the form, until it is confirmed',
  { timeout: 60_000 },
  async () => {
    await using visited = await startVisited({
      env: {
        PLATFORM_SMTP_HOST: '127.0.0.1',
        PLATFORM_SMTP_PORT: '1',
        PLATFORM_SMTP_EMAIL: 'site@blog.example',
        PLATFORM_SMTP_USERNAME: 'site',
        PLATFORM_SMTP_PASSWORD: 'not used here',
      },
    })
    const { platform } = visited
    const ada = await platform.createUser()
    const users = platform.services.docstore.collection<User>('users')
    const profile = { id: 'ada@test.example', provider: 'local' }
    await users.updateOne({ id: ada.user.id }, { $set: { profiles: [profile] } })
    await using writer = await openAsWriter(visited, await platform.createAsset(), ada)
    const note = writer.page.locator('.composer .outcome')
    expect(await note.textContent()).toMatch(/^Your e-mail address is not confirmed yet: open the link in our mail\./)
    expect(await note.getByRole('link').getAttribute('href')).toContain('/account/email/resend')
    const confirmed = [{ ...profile, metadata: { confirmed_at: new Date() } }]
    await users.updateOne({ id: ada.user.id }, { $set: { profiles: confirmed } })
    // The page asks when its reader comes back to it from the mail.
    await writer.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await note.waitFor({ state: 'detached' })
  },
)
