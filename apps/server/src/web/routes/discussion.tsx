import type { Asset } from '@platform/plugin-sdk'
import { seeOther } from '../../request/own-path.ts'
import { addresses, webAddress } from '../addresses.ts'
import { DiscussionHead } from '../components/discussion-head.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { findDiscussion } from '../model/discussion.ts'
import { answerPage, type PageContext, pathText, queryText } from '../route.ts'
import { pagePath, readSite } from '../site.ts'
import { readStreamState, type StreamRequest } from '../stream/read-state.ts'
import { keepFromCaches, streamRequest } from '../stream/request.ts'
import { Stream, StreamFiles } from '../stream/stream-markup.tsx'
import { titleOf } from '../titles.ts'

/** `rel` of links that users gave: they are no recommendation of this site, and can't control its window. */
const FOREIGN = 'nofollow ugc noopener'

/**
 * `GET /discussions/:discussion`: its comments in the order of `?sort=`, behind the cursor `?after=`. The comment
 * `?comment=` is shown even if its place is on another page. `?commentId=`, by which the page of an article names a
 * comment, leads to the page of that comment.
 */
export async function showDiscussion(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, pathText(ctx, 'discussion'))
  const named = queryText(ctx, 'commentId') ?? queryText(ctx, 'commentID')
  if (named === null) return answerDiscussion(ctx, asset)
  ctx.state.context.preventSharing()
  seeOther(ctx, pagePath(ctx, addresses.comment(asset.id, named)))
}

/** Answers with the page of a discussion, also after a comment that could not be posted. */
export async function answerDiscussion(
  ctx: PageContext,
  asset: Asset,
  {
    status,
    ...shown
  }: Pick<Partial<StreamRequest>, 'notice' | 'refused' | 'refusedSettings' | 'tab'> & { status?: number } = {},
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(ctx)
  const page = addresses.discussion(asset.id)
  const state = await readStreamState(context, asset, {
    ...streamRequest(ctx, { place: 'page', back: site.path(page) }),
    ...shown,
  })
  keepFromCaches(ctx, state)
  const { title, host } = titleOf(asset)
  const href = webAddress(asset.url)
  answerPage(
    ctx,
    <Layout
      site={site}
      title={title}
      returnTo={site.path(page)}
      head={
        <>
          <StreamFiles site={site} services={context.services} />
          <DiscussionHead
            site={site}
            rootUrl={context.services.config.rootUrl}
            asset={asset}
            branches={state.comments.nodes}
          />
        </>
      }
      registered={registeredIn(ctx)}
    >
      <div class="article-head">
        <p class="meta">
          <a href={site.path('/')}>{site.texts.text('allDiscussions')}</a> <bdi>{host}</bdi>
        </p>
        <h1 dir="auto">
          {href ? (
            <a href={href} rel={FOREIGN}>
              {title}
            </a>
          ) : (
            title
          )}
        </h1>
      </div>
      <Stream services={context.services} state={state} />
    </Layout>,
    status,
  )
}
