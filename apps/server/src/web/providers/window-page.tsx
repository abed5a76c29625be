import { randomBytes } from 'node:crypto'
import type { Config } from '@platform/config'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Site } from '../site.ts'

/** A page of its own with a policy that lets nothing but its one script run. */
export interface WindowPage {
  readonly html: string
  readonly policy: string
}

interface WindowPageOptions {
  readonly site: Site
  readonly config: Config
  readonly title: string
  readonly text: string
  /** What stands below. */
  readonly children?: ComponentChildren
  /** What the page that opened the window is told, and its origin: a page of any other gets nothing. */
  readonly told?: { readonly message: object; readonly origin: string; readonly close: boolean }
}

/** The last page of a sign-in. In a pop-up it tells the page that opened it how it went. */
export function renderWindowPage({ site, config, title, text, children, told }: WindowPageOptions): WindowPage {
  const nonce = randomBytes(16).toString('base64')
  const statics = [...new Set(["'self'", new URL(config.staticUrl).origin])].join(' ')
  const html = `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${site.name}`}</title>
        <link rel="icon" href={site.asset('mark.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={site.asset('site.css')} />
      </head>
      <body>
        <main id="main">
          <div class="narrow">
            <h1>{title}</h1>
            <p class="lead" dir="auto">
              {text}
            </p>
            {children}
          </div>
        </main>
        {told && (
          <script
            id="message"
            type="application/json"
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: embed(told.message) }}
          />
        )}
        {told && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: scriptFor(told) }} />}
      </body>
    </html>,
  )}`
  return {
    html,
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${statics}; img-src ${statics}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

function scriptFor({ origin, close }: { readonly origin: string; readonly close: boolean }): string {
  const tell = `if (window.opener) window.opener.postMessage(document.getElementById('message').textContent, ${embed(origin)})`
  return close ? `${tell}\nsetTimeout(() => window.close(), 50)` : tell
}

/** JSON that can stand inside a script element. */
function embed(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
