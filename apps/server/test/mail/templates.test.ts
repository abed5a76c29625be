import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** A folder of an operator's own templates. */
async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mail-templates-'))
  folders.push(path)
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

test('an operator replaces one template, and the others stay', async () => {
  const PLATFORM_MAIL_TEMPLATES = await folder({
    'banned.txt': 'Subject: Goodbye {{ username }}\r\n\r\nFrom {{ site }}: {{ message }}\n',
    'layout.html': '<main>{% block content %}{% endblock %}</main>',
  })
  await using platform = await createTestPlatform({ env: { PLATFORM_MAIL_TEMPLATES } })
  const { mail } = platform.services
  await mail.send('banned', { to: 'ada@example.org', values: { username: 'ada', message: 'a < b' } })
  await mail.send('password-changed', {
    to: 'ada@example.org',
    values: { username: 'ada', link: 'https://example.org/account/password/forgotten' },
  })
  const [banned, changed] = await platform.mails()
  expect(banned).toMatchObject({
    subject: 'Goodbye ada',
    text: 'From localhost:3000: a < b\n',
    html: expect.stringMatching(/^<main>[\s\S]*a &lt; b[\s\S]*<\/main>$/m),
  })
  expect(changed!.subject).toBe('Your password has been changed')
  expect(changed!.html).toContain('<main>')
})

test('templates that are wrong keep the server from starting; each is named', async () => {
  const PLATFORM_MAIL_TEMPLATES = await folder({
    'banned.txt': 'No subject',
    'suspended.html': '{% if %}',
    'notice.html': '{{ unknown_value }}',
    'confirm-email.txt': 'Subject: x\n{{ link | nofilter }}',
  })
  const failing = createTestPlatform({ env: { PLATFORM_MAIL_TEMPLATES } })
  await expect(failing).rejects.toThrow(expect.objectContaining({ code: 'CONFIG_MAIL_TEMPLATES', exitCode: 78 }))
  const { message } = (await failing.catch((error: unknown) => error as Error)) as Error
  for (const part of [
    'banned: banned.txt: its first line has to be',
    'suspended: ',
    'notice: undefined variable: unknown_value',
    'confirm-email: undefined filter: nofilter',
  ])
    expect(message).toContain(part)
  expect(message).not.toContain('password-reset')
})

test('a folder that is not there keeps the server from starting', async () => {
  await expect(createTestPlatform({ env: { PLATFORM_MAIL_TEMPLATES: '/nowhere/at/all' } })).rejects.toThrow(
    'PLATFORM_MAIL_TEMPLATES: there is no folder /nowhere/at/all',
  )
})

test('templates are read once, when the server starts', async () => {
  const PLATFORM_MAIL_TEMPLATES = await folder({ 'banned.txt': 'Subject: Goodbye {{ username }}\n\n{{ message }}\n' })
  await using platform = await createTestPlatform({ env: { PLATFORM_MAIL_TEMPLATES } })
  await writeFile(join(PLATFORM_MAIL_TEMPLATES, 'banned.txt'), 'Subject: {% broken\n\n')
  for (const username of ['ada', 'eve'])
    await platform.services.mail.send('banned', { to: 'ada@example.org', values: { username, message: 'no' } })
  expect((await platform.mails()).map(({ subject }) => subject)).toEqual(['Goodbye ada', 'Goodbye eve'])
})
