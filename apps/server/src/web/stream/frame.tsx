import { type Asset, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { directionOf, documents, renderStream, type StreamState } from '@platform/stream'
import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { dependOnAsset } from '../../features/comments/resolvers.ts'
import { answerMarkup, type PageContext, pathText, queryText } from '../route.ts'
import { type Site, siteOf } from '../site.ts'
import { ask } from './ask.ts'
import { frameAncestors } from './frame-ancestors.ts'
import { readStreamState, type StreamRequest } from './read-state.ts'
import { streamRequest } from './request.ts'
import { Stream, StreamFiles } from './stream-markup.tsx'

/**
 * `GET /embed/stream?asset_url=…`: a discussion as a document of its own, for a frame on the page that it is about. An
 * address that is not known yet opens a discussion, if its host is permitted.
 */
export async function showFrame(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { domains } = await context.services.settings.load()
  context.dependsOn('settings')
  allowFraming(ctx, frameAncestors(domains.whitelist))
  try {
    const asset = await findDiscussion(ctx)
    const state = await readStreamState(context, asset, requestFor(ctx, 'frame'))
    answerMarkup(ctx, framePage(state, siteOf(context.services)))
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    context.unshared()
    answerMarkup(ctx, refusalPage(error, siteOf(context.services)))
    ctx.status = error.status
  }
}

/** Finds the discussion of `asset_id` or `asset_url`, by the same rules as clients of the graph do. */
async function findDiscussion(ctx: PageContext): Promise<Asset> {
  const { context } = ctx.state
  const [id, url] = [queryText(ctx, 'asset_id'), queryText(ctx, 'asset_url')]
  if (id === null && url === null)
    throw new PlatformError('BAD_REQUEST', 'This address names no discussion: give asset_url or asset_id.', {
      status: 400,
    })
  const { asset: found } = await ask(context, documents.FindDiscussion, { id, url })
  const asset = found && (await context.loaders.Assets.getByID(found.id))
  if (!asset) throw new NotFoundError('The discussion')
  dependOnAsset(context, asset.id)
  return asset
}

function framePage(state: StreamState, site: Site): string {
  const { discussion } = state
  return documentOf(
    <html lang={state.lang} dir={directionOf(state.lang)}>
      <Head site={site} title={discussion.title ?? discussion.url ?? site.name}>
        {discussion.settings.customCssUrl && <link rel="stylesheet" href={discussion.settings.customCssUrl} />}
      </Head>
      <body class="platform-frame">
        <main>
          <Stream state={state} />
        </main>
      </body>
    </html>,
  )
}

/** The page in the frame of an address that has no discussion. */
function refusalPage({ message }: PlatformError, site: Site): string {
  return documentOf(
    <html lang="en">
      <Head site={site} title={site.name} />
      <body class="platform-frame">
        <main class="stream">
          <p class="box">{message}</p>
        </main>
      </body>
    </html>,
  )
}

function Head({ site, title, children }: { site: Site; title: string; children?: ComponentChildren }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <StreamFiles site={site} />
      {children}
    </head>
  )
}

const documentOf = (page: VNode) => `<!doctype html>${renderToString(page)}`

/** `GET /api/v1/assets/:asset/stream.html`: a discussion as a part of a page that another server makes. */
export async function showStreamFragment(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await context.loaders.Assets.getByID(pathText(ctx, 'asset'))
  if (!asset) throw new NotFoundError('The discussion')
  dependOnAsset(context, asset.id)
  answerMarkup(ctx, renderStream(await readStreamState(context, asset, requestFor(ctx, 'fragment'))))
}

/** In a frame a link names a comment by `comment_id`, and the comment is shown alone. */
function requestFor(ctx: PageContext, place: StreamRequest['place']): StreamRequest {
  const id = queryText(ctx, 'comment_id')
  return streamRequest(ctx, { place, back: '', focus: id === null ? null : { id, alone: true } })
}

/** Lets pages of some hosts put this answer into a frame. */
function allowFraming(ctx: PageContext, ancestors: readonly string[]): void {
  ctx.remove('X-Frame-Options')
  const policy = String(ctx.response.get('Content-Security-Policy'))
  const frames = `frame-ancestors ${ancestors.join(' ')}`
  ctx.set(
    'Content-Security-Policy',
    /frame-ancestors/.test(policy) ? policy.replace(/frame-ancestors[^;]*/, frames) : `${policy};${frames}`,
  )
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
