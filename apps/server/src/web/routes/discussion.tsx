import type { Asset } from '@platform/plugin-sdk'
import type { RequestContext } from '../../request/state.ts'
import { addresses, webAddress } from '../addresses.ts'
import type { Draft } from '../components/comment-form.tsx'
import { FOREIGN } from '../components/comment-text.tsx'
import type { Held } from '../components/held-notice.tsx'
import { Layout } from '../components/layout.tsx'
import { Thread } from '../components/thread.tsx'
import { type DiscussionRequest, findDiscussion, readDiscussion } from '../model/discussion.ts'
import { sortNamed } from '../model/sorts.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { titleOf } from '../titles.ts'

/** `GET /discussions/:discussion`: its comments, `?sort=`, from `?after=` on, with `?comment=` in any case. */
export async function showDiscussion(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, ctx.params['discussion']!)
  await answerDiscussion(ctx, asset, {
    request: {
      sort: sortNamed(queryText(ctx, 'sort')),
      after: queryText(ctx, 'after'),
      focus: queryText(ctx, 'comment'),
    },
    held: heldIn(ctx),
  })
}

/** The page of a discussion, also when what was written there could not be posted. */
export async function answerDiscussion(
  ctx: RequestContext,
  asset: Asset,
  { request, draft = null, held = null }: { request: DiscussionRequest; draft?: Draft | null; held?: Held | null },
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  const discussion = await readDiscussion(context, asset, request)
  const { title, host } = titleOf(asset)
  const href = webAddress(asset.url)
  const page = addresses.discussion(asset.id)
  answerPage(
    ctx,
    <Layout
      site={site}
      title={title}
      returnTo={page}
      scripts={['thread.js', ...(site.viewer ? ['reply.js'] : [])]}
      liveDiscussion={asset.id}
    >
      <div class="article-head">
        <p class="meta">
          <a href={site.path('/')}>All discussions</a> <bdi>{host}</bdi>
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
      <Thread
        site={site}
        discussion={discussion}
        levels={context.services.config.threadingLevel}
        draft={draft}
        returnTo={page}
        held={held}
      />
    </Layout>,
    draft?.problem.status ?? 200,
  )
}

/** Whether somebody comes from posting a comment that is not published. */
export function heldIn(ctx: RequestContext): Held | null {
  const held = queryText(ctx, 'held')
  return held === 'waits' || held === 'rejected' ? held : null
}
