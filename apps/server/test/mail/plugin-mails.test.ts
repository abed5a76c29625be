import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { featureMails } from '../../src/features/mail/feature-mail.ts'

import { refusalOf } from '../problems.ts'

const values = z.object({ username: z.string(), count: z.number().default(3) })
const digest = {
  values,
  sample: { username: 'ada' },
  subject: "{{ username }}: {{ 'digest.title' | t }} at {{ site }}",
  text: 'You have {{ count }} likes.',
}

/** A plugin that sends this mail. */
function sending(mail: object, name = 'likes') {
  return definePlugin({
    name,
    version: '1.4.0',
    sdk: '^1.0',
    translations: { en: { email: { digest: { title: 'your week' } } } },
    mails: { 'likes.digest': mail as typeof digest },
  })
}

const ada = { to: 'ada@example.org', values: { username: 'a < b' } }

test('a mail of a plugin has its subject and text, the core’s footer, and the core’s layout around it', async () => {
  await using platform = await createTestPlatform({ plugins: [sending(digest)] })
  await platform.services.mail.send('likes.digest', ada)
  const [mail] = await platform.mails()
  expect(mail).toMatchObject({ to: ada.to, subject: 'a < b: your week at localhost:3000', template: 'likes.digest' })
  expect(mail!.text).toMatch(/^You have 3 likes\.\n\n--\nYou get this mail/)
  expect(mail!.html).toMatch(/^<!doctype html>[\s\S]*a &lt; b: your week[\s\S]*You have 3 likes\./)
})

test('the HTML of a mail is inside of the layout, and its values are escaped', async () => {
  const html = '<p class="digest">{{ username }}</p>'
  await using platform = await createTestPlatform({ plugins: [sending({ ...digest, html })] })
  await platform.services.mail.send('likes.digest', ada)
  const [mail] = await platform.mails()
  expect(mail!.html).toMatch(/^<!doctype html>[\s\S]*<p class="digest">a &lt; b<\/p>/)
})

test('an operator replaces the texts of a plugin’s mail by files of its name', async () => {
  const PLATFORM_MAIL_TEMPLATES = await mkdtemp(join(tmpdir(), 'mail-templates-'))
  await writeFile(
    join(PLATFORM_MAIL_TEMPLATES, 'likes.digest.txt'),
    'Subject: Ours, {{ username }}\n\nOurs: {{ count }}\n',
  )
  await writeFile(join(PLATFORM_MAIL_TEMPLATES, 'likes.digest.html'), '<b>{{ count }}</b>')
  {
    await using platform = await createTestPlatform({ plugins: [sending(digest)], env: { PLATFORM_MAIL_TEMPLATES } })
    await platform.services.mail.send('likes.digest', ada)
    const [mail] = await platform.mails()
    expect(mail).toMatchObject({ subject: 'Ours, a < b', text: 'Ours: 3\n', html: '<b>3</b>' })
  }
  await rm(PLATFORM_MAIL_TEMPLATES, { recursive: true })
})

test('a feature that has moved into a plugin still reads the texts of its mails from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moved-feature-'))
  await mkdir(join(folder, 'mail'))
  await writeFile(
    join(folder, 'mail', 'likes.digest.txt'),
    "Subject: {{ username }}\n\nYou have {{ count }} likes.\n\n{% render 'footer.txt' %}\n",
  )
  await writeFile(
    join(folder, 'mail', 'likes.digest.html'),
    "{% layout 'layout.html' %}{% block content %}<b>{{ count }}</b>{% endblock %}\n",
  )
  const mails = featureMails(pathToFileURL(join(folder, 'index.js')).href, {
    'likes.digest': { values, sample: digest.sample },
  })
  await using platform = await createTestPlatform({
    plugins: [definePlugin({ name: 'likes', version: '1.4.0', sdk: '^1.0', mails })],
  })
  await platform.services.mail.send('likes.digest', ada)
  const [mail] = await platform.mails()
  expect(mail).toMatchObject({ subject: 'a < b', template: 'likes.digest' })
  expect(mail!.text.match(/You get this mail/g)).toHaveLength(1)
  expect(mail!.html).toMatch(/^<!doctype html>[\s\S]*<b>3<\/b>/)
  await rm(folder, { recursive: true })
})

test('a mail is sent once by its key, and in a transaction only when that is committed', async () => {
  await using platform = await createTestPlatform({ plugins: [sending(digest)] })
  const { services } = platform
  const { docstore } = services
  await expect(
    docstore.transaction(async session => {
      await services.mail.send('likes.digest', { ...ada, session })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await docstore.transaction(async session => {
    await services.mail.send('likes.digest', { ...ada, session, key: 'week 1' })
    await services.mail.send('likes.digest', { ...ada, session, key: 'week 1' })
  })
  expect(await platform.mails()).toHaveLength(1)
})

test('a mail that can not be sent is refused when it is queued', async () => {
  await using platform = await createTestPlatform({ plugins: [sending(digest)] })
  const { mail } = platform.services
  await expect(mail.send('likes.digest', { ...ada, values: { username: 1 } })).rejects.toThrow(
    'wrong values for the mail likes.digest: username Invalid input',
  )
  await expect(mail.send('likes.digset', ada)).rejects.toThrow('there is no mail likes.digset')
  await expect(mail.send('likes.digest', { ...ada, to: 'a@example.org, b@example.org' })).rejects.toMatchObject({
    code: 'EMAIL_INVALID',
  })
  expect(await platform.mails()).toEqual([])
})

test.each([
  [{ ...digest, text: '{{ unknown_value }}' }, 'likes.digest: undefined variable: unknown_value'],
  [{ ...digest, subject: '{% if %}' }, 'likes.digest: '],
  [{ ...digest, html: '{{ username | nofilter }}' }, 'likes.digest: undefined filter: nofilter'],
  [{ ...digest, sample: { username: 1 } }, 'likes.digest: wrong values for the mail likes.digest: username'],
  [{ ...digest, subject: undefined }, 'likes.digest.subject: is undefined, expected a text'],
  [{ ...digest, values: {} }, 'likes.digest.values: expected a schema'],
])('a mail that is wrong keeps the server from starting, and the plugin is named: %#', async (mail, message) => {
  expect(await refusalOf(createTestPlatform({ plugins: [sending(mail)] }))).toMatchObject({
    problems: [
      { code: 'PLUGIN_HOOK_INVALID', owners: ['likes'], message: expect.stringContaining(`mails: ${message}`) },
    ],
  })
})

test('two mails of one name are a conflict, and so is one of the core’s', async () => {
  const twice = [sending(digest), { mails: { 'likes.digest': digest } }]
  expect(await refusalOf(createTestPlatform({ plugins: twice }))).toMatchObject({
    problems: [{ code: 'PLUGIN_CONFLICT', message: expect.stringContaining('both define the mail likes.digest') }],
  })
  const core = definePlugin({ name: 'likes', sdk: '^1.0', mails: { banned: digest } })
  expect(await refusalOf(createTestPlatform({ plugins: [core] }))).toMatchObject({
    problems: [{ owners: ['users', 'likes'], message: expect.stringContaining('both define the mail banned') }],
  })
})

test('a plugin sends the mails of its own by the context, and no others', async () => {
  const plugin = definePlugin({
    name: 'likes',
    sdk: '^1.0',
    typeDefs: 'type RootMutation { write(mail: String!): String }',
    translations: { en: { email: { digest: { title: 'your week' } } } },
    mails: { 'likes.digest': digest },
    resolvers: {
      RootMutation: {
        write: async (_root, { mail }: { mail: string }, { services }) => {
          await services.mail.send(mail, ada)
          return Object.keys(services.mail).join(' ')
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const write = (mail: string) => platform.graphql('mutation ($mail: String!) { write(mail: $mail) }', { mail })
  expect((await write('likes.digest')).data).toEqual({ write: 'works send withdraw' })
  expect((await write('deletion-cancelled')).errors).toHaveLength(1)
  expect(await platform.mails()).toMatchObject([{ template: 'likes.digest' }])
})

test('a plugin whose mail is wrong can be left out', async () => {
  await using platform = await createTestPlatform({
    plugins: [sending({ ...digest, text: '{{ unknown_value }}' })],
    settings: { likes: { onFailure: 'disable' } },
  })
  expect(platform.disabled).toMatchObject([
    { name: 'likes', reason: expect.stringContaining('undefined variable: unknown_value') },
  ])
})
