import { randomBytes } from 'node:crypto'
import type { Config } from '@platform/config'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Site } from '../site.ts'

/** A page with its own content security policy, by which only the page's one script runs. */
export interface WindowPage {
  readonly html: string
  readonly policy: string
}

interface WindowPageOptions {
  readonly site: Site
  readonly config: Config
  readonly title: string
  readonly text: string
  /** Content below the text. */
  readonly children?: ComponentChildren
  /** The message to the page that opened the window, which only a page of `origin` receives. */
  readonly posted?: { readonly message: object; readonly origin: string; readonly close: boolean }
}

/** The last page of a sign-in. A pop-up posts the result to the page that opened it. */
export function renderWindowPage({ site, config, title, text, children, posted }: WindowPageOptions): WindowPage {
  const nonce = randomBytes(16).toString('base64')
  const statics = [...new Set(["'self'", new URL(config.staticUrl).origin])].join(' ')
  const html = `<!doctype html>${renderToString(
    <html lang={site.texts.lang} dir={site.texts.dir}>
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
        {posted && (
          <script
            id="message"
            type="application/json"
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: embed(posted.message) }}
          />
        )}
        {posted && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: scriptFor(posted) }} />}
      </body>
    </html>,
  )}`
  return {
    html,
    policy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src ${statics}`,
      `img-src ${statics}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

function scriptFor({ origin, close }: { readonly origin: string; readonly close: boolean }): string {
  const lines = [
    "const message = document.getElementById('message').textContent",
    `if (window.opener) window.opener.postMessage(message, ${embed(origin)})`,
    ...(close ? ['setTimeout(() => window.close(), 50)'] : []),
  ]
  return lines.join('\n')
}

/** JSON that can stand inside a script element. */
function embed(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
