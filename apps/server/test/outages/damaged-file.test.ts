import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, platform, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'

const PAGE = 4096
const MARK = 'what the damaged pages say'

const COMMENTS = Array.from({ length: 300 }, (_, n) =>
  JSON.stringify({
    id: `c${n}`,
    parent_id: null,
    asset: { url: 'https://example.org/article', title: 'The article' },
    author: { id: 'u1', username: 'ada' },
    body: `${MARK} ${n}`,
    created_at: '2026-01-31T12:00:00Z',
  }),
)

/** Puts nonsense into every page of a store's file that has one of the comments. */
async function damage(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const { buffer } = await file.read({ buffer: Buffer.alloc((await file.stat()).size), position: 0 })
  for (let at = PAGE; at < buffer.length; at += PAGE)
    if (buffer.subarray(at, at + PAGE).includes(MARK)) await file.write(Buffer.alloc(PAGE, 0xee), 0, PAGE, at)
}

test('a list that meets a damaged page ends the server with 69, and its log says what to do', async () => {
  await using folder = await emptyFolder()
  const path = join(folder.path, 'platform.db')
  const env = { PLATFORM_JWT_SECRET: 'a secret of a test, 32 bytes or more', PLATFORM_DOCSTORE_URL: `sqlite:${path}` }
  const place = { cwd: folder.path, env }
  await writeFile(join(folder.path, 'threads.ndjson'), COMMENTS.join('\n'))
  expect(await platform(['import', 'threads', 'threads.ndjson'], place)).toMatchObject({ exitCode: 0 })
  await using server = await serve({ ...place, port: await freePort() })
  await damage(path)
  const answer = await fetch(`${server.url}/api/v1/graph/ql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ comments(query: { limit: 20 }) { nodes { id body } } }' }),
  })
  expect(answer.status).toBe(503)
  const { exitCode, stdout, stderr } = await server.ended
  expect(exitCode).toBe(69)
  expect(`${stdout}${stderr}`).toMatch(/platform\.db is .*damaged.*restore it from a backup, by platform restore/)
}, 60_000)
