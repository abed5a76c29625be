import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test, vi } from 'vitest'
import { visit } from './visit.ts'

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

test('an unexpected failure is told without a detail, with the number of the request', async () => {
  await using platform = await createTestPlatform()
  vi.spyOn(platform.services.assets, 'latest').mockRejectedValueOnce(new Error('the password of the store is hunter2'))
  const page = await visit(platform, '/')
  expect(page.status).toBe(500)
  expect(page.html).toContain('Something went wrong')
  expect(page.html).toContain(page.headers.get('x-request-id')!)
  expect(page.html).not.toContain('hunter2')
})

test('the page can be shown while the settings cannot be read', async () => {
  await using platform = await createTestPlatform()
  vi.spyOn(platform.services.settings, 'load').mockRejectedValue(new Error('the store is gone'))
  const page = await visit(platform, '/')
  expect(page.status).toBe(500)
  expect(page.html).toContain('To the discussions')
})
