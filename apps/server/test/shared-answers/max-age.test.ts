import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test.each([
  [undefined, 0],
  ['90', 90],
])(
  'with PLATFORM_SHARED_MAX_AGE %s a network may keep what all readers share for %i seconds',
  async (given, seconds) => {
    await using platform = await createTestPlatform({
      env: given === undefined ? {} : { PLATFORM_SHARED_MAX_AGE: given },
    })
    const asset = await platform.createAsset()
    const comment = await platform.createComment({ asset, body: 'Everybody reads this' })
    const { token } = await platform.createUser()
    const query = new URLSearchParams({ query: `{ asset(id: "${asset.id}") { title } }` })
    for (const path of [
      `/discussions/${asset.id}`,
      `/discussions/${asset.id}/comments/${comment.id}`,
      `/embed/stream?asset_id=${asset.id}`,
      `/api/v1/graph/ql?${query}`,
    ]) {
      const shared = await platform.http(path)
      expect([path, shared.status, shared.headers.get('cache-control')]).toEqual([
        path,
        200,
        `public, max-age=0, s-maxage=${seconds}`,
      ])
      const own = await platform.http(path, { headers: { cookie: `authorization=${token}` } })
      expect([path, own.headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')])
    }
  },
)

test.each(['{ me { id } }', '{ unknown }'])(
  'no network keeps an anonymous answer that readers do not share: %s',
  async query => {
    await using platform = await createTestPlatform()
    const { headers } = await platform.http(`/api/v1/graph/ql?${new URLSearchParams({ query })}`)
    expect(headers.get('cache-control')).toBe('no-store')
  },
)
