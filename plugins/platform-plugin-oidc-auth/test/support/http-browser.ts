import type { TestPlatform } from '@platform/plugin-testing'

/** The page at which the redirects ended. */
export interface LoadedPage {
  readonly url: URL
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** A browser that runs no scripts: it keeps cookies and follows redirects between a platform and providers. */
export interface HttpBrowser {
  /** Loads an address and follows its redirects. It stops before the first address for which `before` is true. */
  go(
    address: string,
    options?: { readonly before?: (url: URL) => boolean; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<LoadedPage>
  /** The cookies of the platform, as the value of the header `Cookie`. */
  cookies(): string
}

export function createHttpBrowser({
  http,
  services: {
    config: { rootUrl },
  },
}: Pick<TestPlatform, 'http' | 'services'>): HttpBrowser {
  const root = new URL(rootUrl)
  const jars = new Map<string, Map<string, string>>()
  const jarOf = ({ host }: URL) => jars.get(host) ?? jars.set(host, new Map()).get(host)!
  const header = (url: URL) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(url: URL, headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/max-age=0\b/i.test(cookie) || value === '') jarOf(url).delete(name!)
      else jarOf(url).set(name!, value!)
    }
  }

  return {
    cookies: () => header(root),
    async go(address, { before = () => false, headers = {} } = {}) {
      let url = new URL(address, root)
      for (let steps = 0; steps < 12; steps++) {
        const init = { redirect: 'manual' as const, headers: { accept: 'text/html', ...headers, cookie: header(url) } }
        const answer = url.host === root.host ? await http(url.pathname + url.search, init) : await fetch(url, init)
        keep(url, answer.headers)
        const location = answer.headers.get('location')
        const text = await answer.text()
        if (!location) return { url, status: answer.status, text, headers: answer.headers }
        const next = new URL(location, url)
        if (before(next)) return { url: next, status: answer.status, text, headers: answer.headers }
        url = next
      }
      throw new Error(`still redirected at ${url}`)
    },
  }
}
