import { type Asset, NotFoundError } from '@platform/plugin-sdk'
import type { OpenForm, Refused } from '@platform/stream'
import { addresses } from '../addresses.ts'
import { CommentHead } from '../components/discussion-head.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { findDiscussion } from '../model/discussion.ts'
import { answerPage, type PageContext, pathText } from '../route.ts'
import { readSite } from '../site.ts'
import { readStreamState } from '../stream/read-state.ts'
import { keepFromCaches, streamRequest } from '../stream/request.ts'
import { Stream, StreamFiles } from '../stream/stream-markup.tsx'
import { titleOf } from '../titles.ts'
import { answerDiscussion } from './discussion.tsx'

/**
 * `GET /discussions/:discussion/comments/:comment`: a comment, the comments that it answers, and a page of its replies,
 * behind the cursor `?after=`. Where the comment is not shown to this reader, the whole discussion is, with a notice.
 */
export async function showPermalink(ctx: PageContext): Promise<void> {
  const asset = await findDiscussion(ctx.state.context, pathText(ctx, 'discussion'))
  try {
    await answerPermalink(ctx, asset, { id: pathText(ctx, 'comment') })
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    ctx.state.context.preventSharing()
    await answerDiscussion(ctx, asset, { notice: 'gone', status: error.status })
  }
}

/** Answers with the page of a comment, also after a reply that could not be posted. */
export async function answerPermalink(
  ctx: PageContext,
  asset: Asset,
  { id, refused, form, status }: { id: string; refused?: Refused; form?: OpenForm; status?: number },
): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(ctx)
  const page = `${addresses.comment(asset.id, id)}#reply`
  const state = await readStreamState(
    context,
    asset,
    streamRequest(ctx, {
      place: 'page',
      back: site.path(page),
      focus: { id, alone: true },
      refused: refused ?? null,
      form: form ?? null,
    }),
  )
  keepFromCaches(ctx, state)
  const { title } = titleOf(asset)
  const branch = state.focus?.branch
  const author = branch?.user?.username ?? site.texts.text('deletedAccount')
  const pageTitle = site.texts.text('somethingOn', { what: author, title })
  answerPage(
    ctx,
    <Layout
      site={site}
      title={pageTitle}
      returnTo={site.path(page)}
      head={
        <>
          <StreamFiles site={site} services={context.services} />
          {branch && (
            <CommentHead
              site={site}
              rootUrl={context.services.config.rootUrl}
              asset={asset}
              branch={branch}
              title={pageTitle}
            />
          )}
        </>
      }
      registered={registeredIn(ctx)}
    >
      <div class="article-head">
        <h1 class="small" dir="auto">
          {title}
        </h1>
      </div>
      <Stream services={context.services} state={state} />
    </Layout>,
    status,
  )
}
