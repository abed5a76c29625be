import type { Asset } from '@platform/plugin-sdk'
import type { RequestContext } from '../../request/state.ts'
import { addresses, webAddress } from '../addresses.ts'
import type { Draft } from '../components/comment-form.tsx'
import { FOREIGN } from '../components/comment-text.tsx'
import type { Held } from '../components/held-notice.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { Thread } from '../components/thread.tsx'
import { type DiscussionRequest, findDiscussion, readDiscussion } from '../model/discussion.ts'
import { sortNamed } from '../model/sorts.ts'
import { answerPage, type PageContext, pathText, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { titleOf } from '../titles.ts'

/**
 * `GET /discussions/:discussion`: its comments in the order of `?sort=`, behind the cursor `?after=`. The comment
 * `?comment=` is shown even if its place is on another page.
 */
export async function showDiscussion(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, pathText(ctx, 'discussion'))
  await answerDiscussion(ctx, asset, {
    request: {
      sort: sortNamed(queryText(ctx, 'sort')),
      after: queryText(ctx, 'after'),
      focus: queryText(ctx, 'comment'),
    },
    held: heldIn(ctx),
  })
}

/** Answers with the page of a discussion, also after a comment that could not be posted. */
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
      scripts={['thread.js', ...(site.caller ? ['reply.js'] : [])]}
      liveDiscussion={asset.id}
      registered={registeredIn(ctx)}
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
    draft?.problem.status,
  )
}

/** Why the comment that the caller has just posted is not published; `null` otherwise. */
export function heldIn(ctx: RequestContext): Held | null {
  const held = queryText(ctx, 'held')
  return held === 'waits' || held === 'rejected' ? held : null
}
