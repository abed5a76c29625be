import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { REASONS } from '../../src/live/admission.ts'
import { liveProtocolReference } from '../../src/main/reference/live-protocol.ts'

const PAGE = new URL('../../../../docs/reference/live-protocol.md', import.meta.url)

test('the page about the live protocol is fresh (pnpm run docs)', async () => {
  expect(await readFile(PAGE, 'utf8')).toBe(liveProtocolReference())
})

test('it says why a handshake is refused, for each status', () => {
  for (const status of Object.keys(REASONS))
    expect(liveProtocolReference()).toMatch(new RegExp(`^\\| ${status} [^|]+ \\| \\S`, 'm'))
})

test('each code with which the endpoint closes a connection has a row', async () => {
  const folder = new URL('../../src/live/', import.meta.url)
  const files = await readdir(folder)
  const texts = await Promise.all(files.map(file => readFile(new URL(file, folder), 'utf8')))
  const codes = texts.join('').match(/(?<=close\()\d{4}/g) ?? []
  expect(codes.length).toBeGreaterThan(0)
  for (const code of codes) expect(liveProtocolReference()).toContain(`\n| ${code} | `)
})
