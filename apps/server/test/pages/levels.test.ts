import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test.each([1, 5])('with PLATFORM_THREADING_LEVEL %i replies are indented so deep, and no deeper', async levels => {
  await using platform = await createTestPlatform({ env: { PLATFORM_THREADING_LEVEL: String(levels) } })
  const asset = await platform.createAsset()
  let last = await platform.createComment({ asset, body: 'depth 0' })
  for (let depth = 1; depth <= 3; depth++)
    last = await platform.createComment({ asset, parent: last, body: `depth ${depth}` })
  const html = await (await platform.http(`/discussions/${asset.id}`)).text()
  const [thread = ''] = /<ol class="comments"[\s\S]*/.exec(html) ?? []
  // Each level is a list inside the item of the comment that is answered.
  expect(thread.match(/<ol class="replies">/g)).toHaveLength(Math.min(levels, 3))
  expect(thread.match(/depth \d(?=<)/g)).toEqual(['depth 0', 'depth 1', 'depth 2', 'depth 3'])
})
