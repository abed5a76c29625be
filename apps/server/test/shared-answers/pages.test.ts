import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let asset: Asset
beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'The first one' })
})
afterAll(() => platform[Symbol.asyncDispose]())

describe.each(['page', 'frame', 'fragment'])('the %s of a discussion', kind => {
  const path = () =>
    ({
      page: `/discussions/${asset.id}`,
      frame: `/embed/stream?asset_id=${asset.id}`,
      fragment: `/api/v1/assets/${asset.id}/stream.html`,
    })[kind] ?? ''

  test('is not sent again to a browser that has it, until a comment is written', async () => {
    const first = await platform.http(path())
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)])
    const ask = () => platform.http(path(), { headers: { 'if-none-match': etag } })
    const again = await ask()
    expect([again.status, await again.text()]).toEqual([304, ''])
    await platform.createComment({ asset, body: `News for the ${kind}` })
    const changed = await ask()
    expect([changed.status, (await changed.text()).includes(`News for the ${kind}`)]).toEqual([200, true])
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent compressed by %s, with the same content', async (encoding, read) => {
    const plain = await platform.http(path(), { headers: { 'accept-encoding': 'identity' } })
    const packed = await platform.http(path(), { headers: { 'accept-encoding': encoding } })
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      encoding,
      expect.stringMatching(/accept-encoding/i),
    ])
    expect(read(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text())
  })
})
