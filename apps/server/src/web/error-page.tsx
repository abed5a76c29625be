import type { Services } from '@platform/plugin-sdk'
import { renderToString } from 'preact-render-to-string'
import type { ServerContext } from '../contract/context.ts'
import type { ErrorAnswer } from '../http/error-answer.ts'
import { Layout } from './components/layout.tsx'
import { readSite, type Site, siteOf } from './site.ts'

const TITLES: Record<number, string> = {
  401: 'Please sign in',
  403: 'That is not allowed',
  404: 'Not found',
  405: 'That is not possible here',
  413: 'That is too large',
}

/** The codes of errors whose cause visitors do not learn. */
const MASKED = new Set(['INTERNAL', 'PLUGIN_FAILED'])

interface Failed {
  readonly services: Services
  readonly context: ServerContext | undefined
  readonly request: string
  /** The path of the page, to which signing in leads back; `null` for a request that was no reading. */
  readonly path: string | null
}

/** The page of an error. It can be rendered while the stores can't be reached, too. */
export async function renderErrorPage({ status, code, message }: ErrorAnswer, failed: Failed): Promise<string> {
  const site = await siteFor(failed)
  const title = TITLES[status] ?? (status >= 500 ? 'Something went wrong' : 'That did not work')
  return `<!doctype html>${renderToString(
    <Layout site={site} title={title}>
      <div class="narrow failure">
        <p class="status" aria-hidden="true">
          {status}
        </p>
        <h1>{title}</h1>
        <p class="lead" dir="auto">
          {MASKED.has(code) ? 'The server could not answer this request. Please try again in a moment.' : message}
        </p>
        {status >= 500 && (
          <p class="meta">
            If it happens again, tell the operator of this site the number <code>{failed.request}</code>
          </p>
        )}
        <p class="ways">
          {status === 401 && <SignInLink site={site} path={failed.path} />}
          <a class="button" href={site.path('/')}>
            To the discussions
          </a>
        </p>
      </div>
    </Layout>,
  )}`
}

function SignInLink({ site, path }: { site: Site; path: string | null }) {
  const next = encodeURIComponent(path ?? site.path('/'))
  return (
    <a class="button" href={`${site.path('/sign-in')}?next=${next}`}>
      Sign in
    </a>
  )
}

async function siteFor({ services, context }: Failed): Promise<Site> {
  try {
    return context ? await readSite(context) : siteOf(services)
  } catch {
    return siteOf(services)
  }
}
