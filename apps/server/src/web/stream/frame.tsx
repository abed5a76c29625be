import { type Asset, NotFoundError, PlatformError, type Services } from '@platform/plugin-sdk'
import type { StreamState } from '@platform/stream'
import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { parseHost } from '../../features/settings/host.ts'
import { webAddress } from '../addresses.ts'
import { allowSources } from '../allow-sources.ts'
import { chosenLanguage } from '../languages/language-of.ts'
import { findDiscussion, openDiscussion } from '../model/discussion.ts'
import { refusalText } from '../refusals.ts'
import { answerMarkup, type PageContext, pathText, queryText } from '../route.ts'
import { type Site, siteOf } from '../site.ts'
import { drawStream } from './draw-stream.ts'
import { readStreamState, type StreamRequest } from './read-state.ts'
import { keepFromCaches, streamRequest } from './request.ts'
import { Stream, StreamFiles } from './stream-markup.tsx'

/**
 * `GET /embed/stream?asset_url=…`: a discussion as a document of its own, for a frame on the page that it is about. An
 * address that is not known yet opens a discussion, if its host is permitted.
 */
export async function showFrame(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { services } = context
  const page = { services, site: siteOf(services, { language: chosenLanguage(ctx, services) }), theme: themeIn(ctx) }
  await allowFraming(ctx)
  try {
    const state = await readState(ctx, await discussionOf(ctx), 'frame')
    keepFromCaches(ctx, state)
    const style = webAddress(state.discussion.settings.customCssUrl ?? '')
    if (style !== undefined) allowSources(ctx, ['style-src'], [new URL(style).origin])
    answerMarkup(ctx, framePage(state, page))
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    context.preventSharing()
    answerMarkup(ctx, refusalPage(error, page))
    ctx.status = error.status
  }
}

/** The discussion of `asset_id`, else of `asset_url`. */
function discussionOf(ctx: PageContext): Promise<Asset> {
  const { context } = ctx.state
  const [id, url] = [queryText(ctx, 'asset_id'), queryText(ctx, 'asset_url')]
  if (id !== null) return findDiscussion(context, id)
  if (url !== null) return openDiscussion(context, url)
  throw new PlatformError('BAD_REQUEST', 'This address names no discussion: give asset_url or asset_id.', {
    status: 400,
  })
}

/** The theme that the page around the frame asks for, else that of the reader's system. */
const themeIn = (ctx: PageContext) => ['light', 'dark'].find(theme => theme === queryText(ctx, 'theme'))

interface FramePage {
  readonly services: Services
  readonly site: Site
  readonly theme: string | undefined
}

function framePage(state: StreamState, { services, site, theme }: FramePage): string {
  const { discussion } = state
  return documentOf(
    <html lang={site.texts.lang} dir={site.texts.dir} data-theme={theme}>
      <Head title={site.texts.text('commentsOn', { title: discussion.title ?? discussion.url ?? site.name })}>
        <StreamFiles site={site} services={services} />
        {/* Nothing is drawn before it runs, as before the style sheet is there, so that it keeps every early click. */}
        <script src={site.asset('early-click.js')} />
        {discussion.settings.customCssUrl && <link rel="stylesheet" href={discussion.settings.customCssUrl} />}
      </Head>
      <body class="platform-frame">
        <main>
          <Stream services={services} state={state} />
        </main>
      </body>
    </html>,
  )
}

/** The page in the frame of an address that has no discussion. */
function refusalPage(error: PlatformError, { services, site, theme }: FramePage): string {
  return documentOf(
    <html lang={site.texts.lang} dir={site.texts.dir} data-theme={theme}>
      <Head title={site.name}>
        <link rel="stylesheet" href={site.built(services.streamBuild.entry.style)} />
        <script src={site.asset('refusal.js')} defer />
      </Head>
      <body class="platform-frame">
        <main class="stream">
          <p class="box">{refusalText(site.texts, error)}</p>
        </main>
      </body>
    </html>,
  )
}

function Head({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      {children}
    </head>
  )
}

const documentOf = (page: VNode) => `<!doctype html>${renderToString(page)}`

/** `GET /api/v1/assets/:asset/stream.html`: a discussion as a part of a page that another server makes. */
export async function showStreamFragment(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'asset'))
  answerMarkup(ctx, drawStream(context.services, await readState(ctx, asset, 'fragment')))
}

/**
 * In a frame a link names a comment by `comment_id`, and the comment is shown alone. One that does not exist any more
 * is answered with the whole discussion, because the page around the frame still is about it.
 */
async function readState(ctx: PageContext, asset: Asset, place: StreamRequest['place']): Promise<StreamState> {
  const { context } = ctx.state
  const id = queryText(ctx, 'comment_id')
  const request = streamRequest(ctx, { place, back: '', focus: id === null ? null : { id, alone: true } })
  try {
    return await readStreamState(context, asset, request)
  } catch (error) {
    if (id === null || !(error instanceof NotFoundError)) throw error
    return readStreamState(context, asset, { ...request, focus: null, notice: 'gone' })
  }
}

/** Proxies in front of the server refuse an answer with long headers, often from 4,096 bytes on. */
const LONGEST = 2_000

/** A host without a port means every port of it, because browsers read it as the ports 80 and 443 only. */
const frameAncestors = (hosts: readonly string[]) =>
  ["'self'", ...hosts.map(host => (/:\d+$/.test(host) ? host : `${host}:*`))].join(' ')

/** Lets pages of the permitted hosts put this answer into a frame. */
async function allowFraming(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { domains } = await context.services.settings.load()
  context.dependsOn('settings')
  const all = frameAncestors(domains.whitelist)
  const sources = all.length <= LONGEST ? all : frameAncestors(embeddingHosts(ctx, domains.whitelist))
  ctx.remove('X-Frame-Options')
  const policy = String(ctx.response.get('Content-Security-Policy'))
  const frames = `frame-ancestors ${sources}`
  ctx.set(
    'Content-Security-Policy',
    /frame-ancestors/.test(policy) ? policy.replace(/frame-ancestors[^;]*/, frames) : `${policy};${frames}`,
  )
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** The permitted ones among the hosts that this request names as the page around the frame. */
function embeddingHosts(ctx: PageContext, permitted: readonly string[]): string[] {
  // The next request may come from a page of another host.
  ctx.state.context.preventSharing()
  ctx.vary('Referer')
  const addresses = [ctx.get('Referer'), queryText(ctx, 'asset_url') ?? '']
  const hosts = addresses.flatMap(address => parseHost(address) ?? [])
  return [...new Set(hosts)].filter(host => permitted.includes(host))
}
