import { randomBytes } from 'node:crypto'
import { createTestPlatform } from '@platform/plugin-testing'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'

/** A plugin that stores so many records that they don't fit into memory, each of 10 kB. */
function hoard(records: number) {
  const state = { read: 0, ended: false }
  const plugin = named('hoard', {
    personalData: {
      async *export() {
        try {
          for (; state.read < records; state.read++)
            yield { name: 'secrets', record: { noise: randomBytes(7_500).toString('base64') } }
        } finally {
          state.ended = true
        }
      },
      erase: () => 0,
    },
  })
  return { state, plugin }
}

test('a download reads the records as fast as the client takes them, and ends with the client', async () => {
  const { state, plugin } = hoard(1_000_000)
  await using platform = await createTestPlatform({ plugins: [plugin], env: { PORT: '0' } })
  const [admin, owner] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const link = await platform.services.downloads.linkFor(admin.user, owner.user.id)
  const { port } = await platform.listen()
  const client = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/account/data/download`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(platform.services.config.rootUrl).origin,
    },
    body: new URLSearchParams({ token: link.split('#')[1]! }).toString(),
    signal: client.signal,
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const reader = response.body!.getReader()
  await reader.read()
  // The client reads no further: after the buffers on the way are full, no record is read any more.
  let before = -1
  await expect
    .poll(
      () => {
        const still = state.read === before
        before = state.read
        return still
      },
      { interval: 300, timeout: 20_000 },
    )
    .toBe(true)
  expect(state.read).toBeLessThan(5_000)
  expect(state.ended).toBe(false)
  client.abort()
  await expect.poll(() => state.ended, { timeout: 10_000 }).toBe(true)
})

test('every plugin with records has a file of its own, and no two files have one name', async () => {
  const plugin = (name: string) =>
    named(name, {
      personalData: {
        async *export() {
          yield { name: 'records', record: { of: name } }
        },
        erase: () => 0,
      },
    })
  await using platform = await createTestPlatform({ plugins: [plugin('@one/plugin'), plugin('one-plugin')] })
  const [admin, owner] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const link = await platform.services.downloads.linkFor(admin.user, owner.user.id)
  const { content } = await platform.services.downloads.open(link.split('#')[1]!, null)
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const files = Object.entries(unzipSync(Buffer.concat(chunks))).filter(([name]) => name.includes('one-plugin'))
  expect(files.map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))[0].record.of])).toEqual([
    ['one-plugin.json', '@one/plugin'],
    ['2-one-plugin.json', 'one-plugin'],
  ])
})
