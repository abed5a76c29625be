import { createTestStream, findBrowser } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import plugin from '../server/index.ts'

const stream = await createTestStream({ client: new URL('..', import.meta.url), plugins: [plugin] })
afterAll(() => stream[Symbol.asyncDispose]())

test('the server draws how many words a comment has', async () => {
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'one two three' })
  expect(await stream.html(asset)).toContain('>3 words<')
})

test.skipIf(findBrowser() === null)('a reader is greeted by a click, in their own name', async () => {
  const asset = await stream.platform.createAsset()
  await stream.platform.createComment({ asset, body: 'one two three' })
  const page = await stream.open(asset, { username: 'ada' })
  await page.getByRole('button', { name: '3 words' }).click()
  await page.getByText('Hello, ada').first().waitFor()
  expect(stream.problems).toEqual([])
}, 60_000)
