import { type AdminState, viewAt } from '@platform/admin'
import { strongestRole } from '@platform/auth'
import { NotFoundError, PlatformError, type User } from '@platform/plugin-sdk'
import { jsonText } from '@platform/stream'
import { seeOther } from '../../request/own-path.ts'
import { webAddress } from '../addresses.ts'
import { allowSources } from '../allow-sources.ts'
import { chosenLanguage } from '../languages/language-of.ts'
import { answerPage, type PageContext } from '../route.ts'
import { liveFacts, pagePath, readSite, type Site } from '../site.ts'
import { partsInAdmin } from './parts-in-admin.ts'

const FOR_MODERATORS =
  'The admin panel is for the moderators and administrators of this site, and your account is neither. ' +
  'An administrator can give you the role.'

/**
 * `GET /admin`, and the addresses of its views: the page of the admin panel, which draws each view in the browser. A
 * visitor who is not signed in is led to sign in, and from there back to the view.
 */
export async function showAdmin(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { rootPath } = context.services.config
  ctx.set('Cache-Control', 'private, no-store')
  const { user } = context
  if (!user) return seeOther(ctx, pagePath(ctx, '/sign-in', { next: rootPath + ctx.path + ctx.search }))
  if (!context.can('OPEN_ADMIN')) throw new PlatformError('NOT_A_MODERATOR', FOR_MODERATORS, { status: 403 })
  const view = viewAt(ctx.path.slice('/admin'.length))
  if (!view) throw new NotFoundError('The page')
  const [site, settings] = await Promise.all([readSite(ctx), context.services.settings.load()])
  const style = webAddress(settings.customAdminCssUrl ?? '')
  // The preview of the configuration is a discussion of this site in a frame.
  allowSources(ctx, ['frame-src'], ["'self'"])
  if (style !== undefined) allowSources(ctx, ['style-src'], [new URL(style).origin])
  const state = stateOf(ctx, { site, user })
  // The panel says so in the place of the view, and leads to those that the user has.
  const status = view.isForAdministrators && state.viewer.role !== 'ADMIN' ? 403 : 200
  answerPage(ctx, <AdminPage site={site} state={state} files={filesOf(ctx, site)} style={style} />, status)
}

const filesOf = ({ state: { context } }: PageContext, site: Site) => {
  const { script, style } = context.services.streamBuild.entry.admin
  return { script: site.built(script), style: site.built(style) }
}

function stateOf(ctx: PageContext, { site, user }: { readonly site: Site; readonly user: User }): AdminState {
  const { services } = ctx.state.context
  const { composition, config, streamBuild } = services
  return {
    root: config.rootPath,
    site: { name: site.name },
    lang: site.texts.lang,
    languages: services.languages.offered,
    texts: chosenLanguage(ctx, services).admin,
    documents: composition.streamDocuments.suffix,
    ...liveFacts(config),
    viewer: {
      id: user.id,
      username: user.username,
      role: strongestRole(user.roles) === 'ADMIN' ? 'ADMIN' : 'MODERATOR',
      picture: site.picture,
    },
    parts: partsInAdmin(streamBuild.parts),
    partsConfig: composition.publicConfig,
  }
}

interface AdminPageProps {
  readonly site: Site
  readonly state: AdminState
  readonly files: { readonly script: string; readonly style: string }
  /** The style sheet of the operator. */
  readonly style: string | undefined
}

function AdminPage({ site, state, files, style }: AdminPageProps) {
  return (
    <html lang={site.texts.lang} dir={site.texts.dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${site.texts.text('adminPanel')} · ${site.name}`}</title>
        <link rel="icon" href={site.asset('mark.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={files.style} />
        {style && <link rel="stylesheet" href={style} />}
        <script type="module" src={files.script} />
      </head>
      <body class="panel">
        <div id="platform-admin">
          <noscript>{site.texts.text('adminNeedsScript')}</noscript>
        </div>
        {/* The state has no `<`. */}
        <script type="application/json" id="platform-state" dangerouslySetInnerHTML={{ __html: jsonText(state) }} />
      </body>
    </html>
  )
}
