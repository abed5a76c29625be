import { realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { connectDocstore, docstoreFile, parseDocstoreUrl, redactUrl } from '../src/index.ts'
import { temporaryFolder } from './temporary.ts'

test('a store URL names the embedded file or MongoDB', () => {
  expect(parseDocstoreUrl('sqlite:./data/platform.db')).toEqual({ kind: 'sqlite', path: './data/platform.db' })
  expect(parseDocstoreUrl('sqlite:/var/x.db')).toEqual({ kind: 'sqlite', path: '/var/x.db' })
  expect(parseDocstoreUrl('sqlite:///var/x.db')).toEqual({ kind: 'sqlite', path: '/var/x.db' })
  expect(parseDocstoreUrl('mongodb+srv://db.example/platform').kind).toBe('mongodb')
})

test('an embedded store has one file, whichever path leads to it', () => {
  const folder = realpathSync(temporaryFolder())
  symlinkSync('platform.db', join(folder, 'link.db'))
  const files = () =>
    ['link.db', 'platform.db'].map(name => docstoreFile(`sqlite:${relative('.', join(folder, name))}`))
  const expected = [join(folder, 'platform.db'), join(folder, 'platform.db')]
  expect(files()).toEqual(expected)
  writeFileSync(join(folder, 'platform.db'), '')
  expect(files()).toEqual(expected)
  expect(docstoreFile('mongodb://db.example/platform')).toBeNull()
})

test.each([
  '',
  'foo',
  'http://x',
  'sqlite:',
  'mongodb://',
  'mongodb://user:secret-word@host:port/db',
  'mongodb://u:secret-word@host/db?nonsense=1',
])('the URL %j is refused without showing a password', async url => {
  const error = (await connectDocstore(url).catch((caught: unknown) => caught)) as Error & { code: string }
  expect(error.code).toBe('DOCSTORE_URL_INVALID')
  expect(`${error.message}${String(error.cause)}`).not.toContain('secret-word')
})

test('a store in memory alone is refused, with what works in its place', async () => {
  await expect(connectDocstore('sqlite::memory:')).rejects.toThrow(/is a file, .* give it a path/)
})

test.each(['secondary', 'secondaryPreferred', 'nearest'])(
  'reading from members that are behind is refused (%s)',
  async mode => {
    const url = `mongodb://user:secret-word@127.0.0.1:1/db?ReadPreference=${mode}`
    const error = (await connectDocstore(url).catch((caught: unknown) => caught)) as Error & { code: string }
    expect([error.code, error.message]).toEqual([
      'DOCSTORE_URL_INVALID',
      expect.stringMatching(/readPreference=\w+, with which .* write readPreference=primaryPreferred$/),
    ])
    expect(error.message).not.toContain('secret-word')
  },
)

test('a redacted URL has no credentials', () => {
  expect(redactUrl('mongodb://app:p@ss/w:rd@db.example:27017/platform?w=1')).toBe(
    'mongodb://***@db.example:27017/platform?w=1',
  )
  expect(redactUrl('mongodb://db/x?tlsCertificateKeyFilePassword=abc&w=1')).toBe(
    'mongodb://db/x?tlsCertificateKeyFilePassword=***&w=1',
  )
  expect(redactUrl('sqlite:./data/me@home.db')).toBe('sqlite:./data/me@home.db')
})

test('a MongoDB that does not answer is reported without credentials', async () => {
  const url = 'mongodb://user:secret-word@127.0.0.1:1/db?serverSelectionTimeoutMS=50'
  const error = (await connectDocstore(url).catch((caught: unknown) => caught)) as Error & { code: string }
  expect(error.code).toBe('DOCSTORE_UNAVAILABLE')
  expect(error.message).toContain('mongodb://***@127.0.0.1:1/db')
  expect(`${error.message}${String(error.cause)}`).not.toContain('secret-word')
})
