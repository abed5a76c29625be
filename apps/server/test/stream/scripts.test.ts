import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { createTestPlatform } from '@platform/plugin-testing'
import { embedScript, loadStreamBuild } from '@platform/stream'
import { expect, test } from 'vitest'

const { files } = await loadStreamBuild()
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['/embed.js', 8_000],
  ['/embed-polyfill.js', 4_000],
  ['/count.js', 1_500],
])('%s has at most %i bytes compressed, and is loaded by pages of every site', async (path, most) => {
  await using platform = await createTestPlatform()
  const { token } = await platform.createUser()
  for (const headers of [{}, { cookie: `authorization=${token}` }, { cookie: 'authorization=stale' }]) {
    const answer = await platform.http(path, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(gzipSync(await bytesOf(answer)).length).toBeLessThanOrEqual(most)
  }
})

test('a script is sent in the smallest form that the browser reads, and not again while it is the same', async () => {
  await using platform = await createTestPlatform()
  const plain = await bytesOf(await platform.http('/embed.js'))
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0', null, (bytes: Buffer) => bytes],
  ] as const) {
    const headers = { 'accept-encoding': accepted }
    const answer = await platform.http('/embed.js', { headers })
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
    expect(decode(await bytesOf(answer))).toEqual(plain)
    const etag = answer.headers.get('etag')!
    const again = await platform.http('/embed.js', { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await platform.http('/embed.js', { headers: { ...headers, 'if-none-match': '"old"' } })).status).toBe(200)
  }
})

test('PLATFORM_DISABLE_EMBED_POLYFILL selects the form of the embed script', async () => {
  for (const [env, name] of [
    [{}, 'embed-polyfilled.js'],
    [{ PLATFORM_DISABLE_EMBED_POLYFILL: 'TRUE' }, 'embed.js'],
  ] as const) {
    await using platform = await createTestPlatform({ env })
    expect(await bytesOf(await platform.http('/embed.js'))).toEqual(embedScript(name).bytes)
  }
  expect(embedScript('embed-polyfilled.js').bytes.length).toBeGreaterThan(embedScript('embed.js').bytes.length)
})

test('below a mount path the scripts are below it too', async () => {
  await using platform = await createTestPlatform({
    env: { PLATFORM_ROOT_URL: 'http://localhost:3000/talk', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  expect((await platform.http('/talk/embed.js')).status).toBe(200)
  expect((await platform.http('/talk/embed-polyfill.js')).status).toBe(200)
  expect((await platform.http('/talk/count.js')).status).toBe(200)
  expect((await platform.http('/embed.js')).status).toBe(404)
})

test('files of the stream are served for ever, compressed, and with CORS for module scripts', async () => {
  await using platform = await createTestPlatform()
  expect(files.size).toBeGreaterThanOrEqual(2)
  for (const [name, { bytes, type }] of files) {
    const answer = await platform.http(`/assets/${name}`, { headers: { 'accept-encoding': 'br' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    // A file of some hundred bytes would not become smaller.
    const sent = bytes.length < 1_000 ? bytesOf(answer) : bytesOf(answer).then(brotliDecompressSync)
    expect(await sent).toEqual(bytes)
  }
})

test('without the static server no file below /assets is served, but the scripts for other sites are', async () => {
  await using platform = await createTestPlatform({
    env: { PLATFORM_DISABLE_STATIC_SERVER: 'TRUE', PLATFORM_STATIC_URI: 'https://cdn.example/files' },
  })
  for (const name of files.keys()) expect((await platform.http(`/assets/${name}`)).status).toBe(404)
  expect((await platform.http('/embed.js')).status).toBe(200)
  expect((await platform.http('/count.js')).status).toBe(200)
})
