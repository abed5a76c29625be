import { PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'

test('a comment posted by the form passes the hooks of createComment, like any other', async () => {
  const seen: string[] = []
  const hooks = {
    RootMutation: {
      createComment: {
        pre(_root: unknown, { input }: { input: { body: string } }) {
          if (input.body.includes('spam')) throw new PlatformError('SPAM', 'This looks like spam')
        },
        post(_root: unknown, _args: unknown, _context: unknown, _info: unknown, result: { comment: { body: string } }) {
          seen.push(result.comment.body)
        },
      },
    },
  }
  await using platform = await createTestPlatform({ plugins: [named('filter', { hooks })] })
  const asset = await platform.createAsset()
  const reader = platform.as(await platform.createUser())
  const post = (body: string) =>
    reader.http(`/discussions/${asset.id}/comments`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ body }).toString(),
    })
  expect((await post('a friendly word')).status).toBe(303)
  const refused = await post('spam spam')
  expect([refused.status, (await refused.text()).includes('This looks like spam')]).toEqual([400, true])
  expect(seen).toEqual(['a friendly word'])
})
