import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Discussion } from '../model/discussion.ts'
import type { Site } from '../site.ts'
import { counted } from '../wording.ts'
import { Branches, BranchItem } from './branches.tsx'
import { CommentForm, type Draft } from './comment-form.tsx'
import { type Held, HeldNotice } from './held-notice.tsx'
import { SortLinks } from './sort-links.tsx'

interface ThreadProps {
  readonly site: Site
  readonly discussion: Discussion
  readonly levels: number
  readonly draft?: Draft | null
  readonly returnTo: string
  /** What became of a comment that was posted a moment ago and is not published. */
  readonly held?: Held | null
}

/** A discussion's comments, in the order asked for, with the form to add one. */
export function Thread({ site, discussion, levels, draft = null, returnTo, held = null }: ThreadProps) {
  const { asset, sort, first, branches, next, focus, closed, readAt, recent } = discussion
  const page = site.path(addresses.discussion(asset.id))
  const total = asset.comment_counts.total
  // New comments can be put in their place where that place is at an end of this page.
  const place = sort === 'newest' && first ? 'top' : sort === 'oldest' && !next ? 'end' : undefined
  return (
    <section class="thread" aria-labelledby="comments">
      <div class="thread-head">
        <h2 id="comments" data-total>
          {counted(total, 'comment', 'comments')}
        </h2>
        {total > 1 && <SortLinks page={page} current={sort} />}
      </div>
      <CommentForm site={site} discussion={asset.id} closed={closed} draft={draft} returnTo={returnTo} />
      {held && <HeldNotice held={held} />}
      <p id="news" role="status" />
      <p id="announcement" class="unseen" role="status" />
      {focus && <Focus site={site} branch={focus} />}
      <ol
        class="comments"
        id="thread"
        data-read={readAt.toISOString()}
        data-recent={recent.join(' ')}
        data-levels={levels}
        data-place={place}
      >
        <Branches site={site} branches={branches} levels={levels} />
      </ol>
      {total === 0 && <p class="empty">Nobody has said anything yet.</p>}
      {next && (
        <p class="pager">
          <a class="button" rel="next" href={`${page}?${new URLSearchParams({ sort, after: next })}`}>
            More comments
          </a>
        </p>
      )}
    </section>
  )
}

/** The comment somebody came for, when its place is not on this page. */
function Focus({ site, branch }: { site: Site; branch: Branch }) {
  const { comment } = branch
  return (
    <section class="focus" aria-label="The comment you came for">
      {comment.parent_id && (
        <p class="meta">
          <a href={site.path(addresses.comment(comment.asset_id, comment.id))}>See what it answers</a>
        </p>
      )}
      <ol class="comments">
        <BranchItem site={site} branch={branch} levels={0} />
      </ol>
    </section>
  )
}
