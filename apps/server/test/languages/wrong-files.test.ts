import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { textsFolder } from './folder.ts'

/** Why a platform does not start with these files. */
async function refusalOf(files: Readonly<Record<string, unknown>>): Promise<{ message: string; exitCode: number }> {
  await using folder = await textsFolder(files)
  // The folder is removed when this function ends.
  return await createTestPlatform({ env: { PLATFORM_TRANSLATIONS: folder.path } }).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      throw new Error('it has started')
    },
    ({ message, exitCode }) => ({ message: message.replaceAll(folder.path, '<folder>'), exitCode }),
  )
}

test('a start names every mistake of every file with its place and its fix', async () => {
  const { message, exitCode } = await refusalOf({
    'fr.json': [
      '{',
      '  "stream": { "newest": 5, "reply": " ", "replyTo": "Répondre", "quote": "Citer {name}" },',
      '  "pages": { "signin": "Se connecter", "backTo": "Retour à {site}", "comments_few": "{count} commentaires" },',
      '  "page": {}',
      '}',
    ].join('\n'),
    'es.json': '{"pages": {"signIn": "Entrar",,}',
    'it.json': ['pages'],
    'pl.json': { pages: [] },
    'pt_BR.json': {},
    'Nederlands.json': {},
  })
  expect(exitCode).toBe(78)
  expect(message.split('\n')).toEqual([
    'Files with texts in <folder> are wrong:',
    '  Nederlands.json: the name is no tag of a language; call the file such as fr.json or pt-BR.json',
    expect.stringMatching(/^ {2}es\.json, line 1, column \d+: expected /),
    '  fr.json, line 4, column 11: page: there is no such part; the parts are stream, pages and admin',
    '  fr.json, line 2, column 25: stream.newest: write a text in quotation marks',
    '  fr.json, line 2, column 37: stream.reply: write a text in quotation marks',
    '  fr.json, line 2, column 53: stream.replyTo: the text lacks {name}; write it where it belongs',
    '  fr.json, line 2, column 74: stream.quote: {name}: this text has no such place; remove it',
    '  fr.json, line 3, column 24: pages.signin: there is no text of this name; correct the name, or remove the line',
    '  fr.json, line 3, column 50: pages.backTo: {site}: this text has no such place; its places are {host}',
    '  fr.json, line 3, column 85: pages.comments_few: there is no text of this name; correct the name, or remove the line',
    '  it.json: write an object {"stream": {…}, "pages": {…}, "admin": {…}}',
    '  pl.json, line 1, column 10: pages: write an object with the texts by their names',
    '  pt_BR.json: call the file pt-BR.json',
  ])
})

test('a key that a file has twice is a mistake, because one text would be lost', async () => {
  const { message } = await refusalOf({ 'fr.json': '{"pages": {"add": "Ajouter", "add": "Plus"}}' })
  expect(message).toMatch(/fr\.json, line 1, column \d+: pages\.add: this key is there already, at line 1, column 12/)
})

test('a folder in the place of a file is a mistake', async () => {
  await using folder = await textsFolder({})
  await mkdir(join(folder.path, 'fr.json'))
  await expect(createTestPlatform({ env: { PLATFORM_TRANSLATIONS: folder.path } })).rejects.toThrow(
    'fr.json: this is no file that the server can read',
  )
})

test('a folder that is named must be there', async () => {
  await expect(createTestPlatform({ env: { PLATFORM_TRANSLATIONS: '/nowhere/at/all' } })).rejects.toThrow(
    'PLATFORM_TRANSLATIONS: there is no folder /nowhere/at/all',
  )
})

test('markup in a text is shown as it is written, and does nothing', async () => {
  await using folder = await textsFolder({ 'fr.json': { pages: { skip: '<script>alert(1)</script>' } } })
  await using platform = await createTestPlatform({ env: { PLATFORM_TRANSLATIONS: folder.path } })
  const answer = await platform.http('/?lang=fr', { headers: { accept: 'text/html' } })
  const html = await answer.text()
  expect(html).toContain('&lt;script>alert(1)')
  expect(html).not.toContain('<script>alert(1)')
})
