import { createTestStream } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test('a comment says how many words it has', { timeout: 30_000 }, async () => {
  await using stream = await createTestStream({ client: new URL('..', import.meta.url) })
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'one two three' })
  expect(await stream.html(asset)).toContain('>3 words<')
})
