import type { Asset } from '@platform/plugin-sdk'
import { isVisible } from '../../features/comments/model.ts'
import type { RequestContext } from '../../request/state.ts'
import { addresses } from '../addresses.ts'
import { Branches } from '../components/branches.tsx'
import { Comment } from '../components/comment.tsx'
import { CommentForm, type Draft } from '../components/comment-form.tsx'
import { CommentText } from '../components/comment-text.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import type { Branch } from '../model/branches.ts'
import { findDiscussion } from '../model/discussion.ts'
import { readPermalink } from '../model/permalink.ts'
import { answerPage, type PageContext, pathText, queryText } from '../route.ts'
import { readSite, type Site } from '../site.ts'
import { titleOf } from '../titles.ts'
import { counted } from '../wording.ts'

/**
 * `GET /discussions/:discussion/comments/:comment`: a comment, the comment that it answers, and a page of its replies,
 * behind the cursor `?after=`.
 */
export async function showPermalink(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, pathText(ctx, 'discussion'))
  await answerPermalink(ctx, asset, { id: pathText(ctx, 'comment'), after: queryText(ctx, 'after') })
}

interface PermalinkRequest {
  readonly id: string
  readonly after: string | null
  readonly draft?: Draft
}

/** Answers with the page of a comment, also after a reply that could not be posted. */
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
      scripts={['thread.js', ...(site.caller ? ['reply.js'] : [])]}
      liveDiscussion={asset.id}
      registered={registeredIn(ctx)}
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
          <Comment site={site} branch={comment} open={closed === null} alone />
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
            <Branches
              site={site}
              branches={replies}
              levels={context.services.config.threadingLevel - 1}
              open={closed === null}
            />
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
    draft?.problem.status,
  )
}

/** The beginning of the comment that this one answers, with a link to it. */
function ParentQuote({ site, parent: { comment, author, text } }: { site: Site; parent: Branch }) {
  return (
    <aside class="quote" aria-label="In reply to">
      <p class="meta">
        <a href={site.path(addresses.comment(comment.asset_id, comment.id))}>
          In reply to <bdi>{text ? (author?.username ?? 'a deleted account') : 'a deleted comment'}</bdi>
        </a>
      </p>
      {text && <CommentText text={text} />}
    </aside>
  )
}
