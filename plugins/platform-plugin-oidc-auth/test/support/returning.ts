import { expect } from 'vitest'
import type { HttpBrowser, LoadedPage } from './http-browser.ts'
import type { Scene } from './scene.ts'

export const POPUP = '/api/v1/auth/first?display=popup'

/** A browser that the provider has just sent back, with where to. */
export async function returningTo(scene: Scene): Promise<{ browser: HttpBrowser; back: URL }> {
  const browser = scene.browser()
  const { url } = await browser.go(POPUP, { before: next => next.pathname.endsWith('/callback') })
  return { browser, back: url }
}

/** Expects a page that says why the sign-in failed, and no session. */
export function expectRefused(end: LoadedPage, status: number): void {
  expect([end.status, end.headers.get('content-type'), end.text.includes('You are not signed in')]).toEqual([
    status,
    'text/html; charset=utf-8',
    true,
  ])
  expect(end.headers.getSetCookie().filter(cookie => cookie.startsWith('authorization='))).toEqual([])
  expect(end.text).not.toContain('PLATFORM_SIGNED_IN')
}

/** An address with another query. */
export function changed(url: URL, change: (query: URLSearchParams) => void): string {
  const other = new URL(url)
  change(other.searchParams)
  return other.href
}
