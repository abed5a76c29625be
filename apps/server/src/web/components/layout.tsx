import type { ComponentChildren } from 'preact'
import type { Site } from '../site.ts'
import { RegisteredNotice, type registeredIn } from './registered-notice.tsx'
import { SiteHeader } from './site-header.tsx'

interface LayoutProps {
  readonly site: Site
  readonly title: string
  /** The path to which signing in leads back. */
  readonly returnTo?: string
  /** Scripts to load, by name. */
  readonly scripts?: readonly string[]
  /** More elements of the head. */
  readonly head?: ComponentChildren
  /** Whether a mail was sent to a user who has just registered; `null` for everybody else. */
  readonly registered?: ReturnType<typeof registeredIn>
  readonly children: ComponentChildren
}

/** The frame of every page. Scripts and styles are files, because the content security policy forbids inline ones. */
export function Layout({ site, title, returnTo, scripts = [], head, registered, children }: LayoutProps) {
  return (
    <html lang={site.texts.lang} dir={site.texts.dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === site.name ? title : `${title} · ${site.name}`}</title>
        <link rel="icon" href={site.asset('mark.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={site.asset('site.css')} />
        {scripts.map(script => (
          <script key={script} src={site.asset(script)} defer />
        ))}
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          {site.texts.text('skip')}
        </a>
        <SiteHeader site={site} returnTo={returnTo} />
        <main id="main">
          {registered && <RegisteredNotice site={site} mail={registered} />}
          {children}
        </main>
      </body>
    </html>
  )
}
