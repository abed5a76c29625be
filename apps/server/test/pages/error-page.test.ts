import { PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test, vi } from 'vitest'
import { hrefOf, visit } from './visit.ts'

test('a browser gets a page, a program gets JSON', async () => {
  await using platform = await createTestPlatform()
  const page = await visit(platform, '/nothing/here')
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.html).toContain('Not found')
  expect(page.html).toContain('href="/"')
  const json = await platform.http('/nothing/here', { headers: { accept: 'application/json' } })
  expect(((await json.json()) as { error: { code: string } }).error.code).toBe('NOT_FOUND')
})

test('the page of an unexpected failure has the id of the request and no detail', async () => {
  await using platform = await createTestPlatform()
  vi.spyOn(platform.services.assets, 'latest').mockRejectedValueOnce(new Error('the password of the store is hunter2'))
  const page = await visit(platform, '/')
  expect(page.status).toBe(500)
  expect(page.html).toContain('Something went wrong')
  expect(page.html).toContain(page.headers.get('x-request-id')!)
  expect(page.html).not.toContain('hunter2')
})

test('the page of a masked error says in its title what happened, and below what to do', async () => {
  await using platform = await createTestPlatform()
  vi.spyOn(platform.services.assets, 'latest').mockRejectedValue(new Error('the store is gone'))
  const { html } = await visit(platform, '/')
  expect(html.split('<body')[1]!.match(/Something went wrong/g)).toHaveLength(1)
  expect(html).toContain('Please try again in a moment.')
})

test('the page for a caller who is not signed in offers to sign in, and leads back', async () => {
  await using platform = await createTestPlatform({
    plugins: [
      {
        router: router =>
          router.get('/members', () => {
            throw new PlatformError('AUTHENTICATION_REQUIRED', 'You are not signed in', { status: 401 })
          }),
      },
    ],
  })
  const page = await visit(platform, '/members?tab=2')
  expect(page.status).toBe(401)
  expect(hrefOf(page.html.split('<main')[1]!, 'Sign in')).toBe(`/sign-in?next=${encodeURIComponent('/members?tab=2')}`)
})

test('the page can be shown while the settings cannot be read', async () => {
  await using platform = await createTestPlatform()
  vi.spyOn(platform.services.settings, 'load').mockRejectedValue(new Error('the store is gone'))
  const page = await visit(platform, '/')
  expect(page.status).toBe(500)
  expect(page.html).toContain('To the discussions')
})
