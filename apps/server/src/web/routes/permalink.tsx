import type { Asset } from '@platform/plugin-sdk'
import { isVisible } from '../../features/comments/model.ts'
import type { RequestContext } from '../../request/state.ts'
import { addresses } from '../addresses.ts'
import { Branches } from '../components/branches.tsx'
import { Comment } from '../components/comment.tsx'
import { CommentForm, type Draft } from '../components/comment-form.tsx'
import { Layout } from '../components/layout.tsx'
import { ParentQuote } from '../components/parent-quote.tsx'
import { findDiscussion } from '../model/discussion.ts'
import { readPermalink } from '../model/permalink.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { titleOf } from '../titles.ts'
import { counted } from '../wording.ts'

/** `GET /discussions/:discussion/comments/:comment`: one comment, what it answers, and its replies from `?after=` on. */
export async function showPermalink(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, ctx.params['discussion']!)
  await answerPermalink(ctx, asset, { id: ctx.params['comment']!, after: queryText(ctx, 'after') })
}

interface PermalinkRequest {
  readonly id: string
  readonly after: string | null
  readonly draft?: Draft
}

export async function answerPermalink(
  ctx: RequestContext,
  asset: Asset,
  { draft, ...request }: PermalinkRequest,
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  const { comment, parent, replies, next, closed } = await readPermalink(context, asset, request)
  const { title } = titleOf(asset)
  const author = comment.author?.username ?? 'a deleted account'
  const page = addresses.comment(asset.id, comment.comment.id)
  const answerable = isVisible(comment.comment) && comment.text !== null
  answerPage(
    ctx,
    <Layout
      site={site}
      title={`${author} on ${title}`}
      returnTo={`${page}#reply`}
      scripts={['thread.js', ...(site.viewer ? ['reply.js'] : [])]}
      liveDiscussion={asset.id}
    >
      <div class="article-head">
        <p class="meta">
          <a href={site.path(addresses.discussion(asset.id))}>The whole discussion</a>
        </p>
        <h1 class="small" dir="auto">
          {title}
        </h1>
      </div>
      {parent && <ParentQuote site={site} parent={parent} />}
      <section class="thread single">
        <div
          class="comment"
          id={addresses.anchor(comment.comment.id)}
          data-levels={context.services.config.threadingLevel}
        >
          <Comment site={site} branch={comment} alone />
          {answerable && (
            <CommentForm
              site={site}
              discussion={asset.id}
              closed={closed}
              parent={{ id: comment.comment.id, author }}
              draft={draft ?? null}
              returnTo={`${page}#reply`}
            />
          )}
          {comment.comment.reply_count > 0 && <h2>{counted(comment.comment.reply_count, 'reply', 'replies')}</h2>}
          <p id="news" role="status" />
          <p id="announcement" class="unseen" role="status" />
          <ol
            class="replies"
            id="thread"
            data-below={comment.comment.id}
            data-latest={asset.last_comment_at?.toISOString()}
          >
            <Branches site={site} branches={replies} levels={context.services.config.threadingLevel - 1} />
          </ol>
        </div>
        {next && (
          <p class="pager">
            <a class="button" rel="next" href={`${site.path(page)}?${new URLSearchParams({ after: next })}`}>
              More replies
            </a>
          </p>
        )}
      </section>
    </Layout>,
    draft?.problem.status ?? 200,
  )
}
