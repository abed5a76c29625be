import { createTestStream, findBrowser } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'

const stream = await createTestStream({ client: new URL('..', import.meta.url) })
afterAll(() => stream[Symbol.asyncDispose]())

test('the server draws how many words a comment has', async () => {
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'one two three' })
  expect(await stream.html(asset)).toContain('>3 words<')
})

test.skipIf(findBrowser() === null)('a click says how long it takes to read a comment', async () => {
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'one two three' })
  const page = await stream.open(asset)
  await page.getByRole('button', { name: '3 words' }).click()
  await page.getByText('Minutes to read it: 1').first().waitFor()
  expect(stream.problems).toEqual([])
}, 60_000)
