import type { Services } from '@platform/plugin-sdk'
import { renderToString } from 'preact-render-to-string'
import type { ErrorAnswer } from '../http/error-answer.ts'
import type { RequestContext } from '../request/state.ts'
import { Layout } from './components/layout.tsx'
import { chosenLanguage } from './languages/language-of.ts'
import { refusalText } from './refusals.ts'
import { readSite, type Site, siteOf } from './site.ts'
import type { PageTextName } from './texts/en.ts'

const TITLES: Readonly<Record<number, PageTextName>> = {
  401: 'error401',
  403: 'error403',
  404: 'error404',
  405: 'error405',
  413: 'error413',
}

/** The codes of errors whose cause visitors do not learn. */
const MASKED = new Set(['INTERNAL', 'PLUGIN_FAILED'])

interface Failed {
  readonly services: Services
  /** The request. Its state has no context when the failure came before the caller was known. */
  readonly ctx: RequestContext
  /** The path of the page, to which signing in leads back; `null` for a request that was no reading. */
  readonly path: string | null
}

/** The page of an error. It can be rendered while the stores can't be reached, too. */
export async function renderErrorPage({ status, ...error }: ErrorAnswer, failed: Failed): Promise<string> {
  const site = await siteFor(failed)
  const { texts } = site
  const title = texts.text(TITLES[status] ?? (status >= 500 ? 'error5xx' : 'error4xx'))
  return `<!doctype html>${renderToString(
    <Layout site={site} title={title}>
      <div class="narrow failure">
        <p class="status" aria-hidden="true">
          {status}
        </p>
        <h1>{title}</h1>
        <p class="lead" dir="auto">
          {MASKED.has(error.code) ? texts.text('errorMasked') : refusalText(texts, error)}
        </p>
        {status >= 500 && (
          <p class="meta">{texts.parts('errorNumber', { number: <code>{failed.ctx.state.id}</code> })}</p>
        )}
        <p class="ways">
          {status === 401 && <SignInLink site={site} path={failed.path} />}
          <a class="button" href={site.path('/')}>
            {texts.text('toDiscussions')}
          </a>
        </p>
      </div>
    </Layout>,
  )}`
}

function SignInLink({ site, path }: { site: Site; path: string | null }) {
  return (
    <a class="button" href={site.path('/sign-in', { next: path ?? site.path('/') })}>
      {site.texts.text('signIn')}
    </a>
  )
}

async function siteFor({ services, ctx }: Failed): Promise<Site> {
  const unread = () => siteOf(services, { language: chosenLanguage(ctx, services) })
  // The middleware that sets the context may itself have failed.
  const state: Partial<RequestContext['state']> = ctx.state
  try {
    return state.context ? await readSite(ctx) : unread()
  } catch {
    return unread()
  }
}
