import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Discussion } from '../model/discussion.ts'
import { SORT_NAMES, SORTS, type SortName } from '../model/sorts.ts'
import type { Site } from '../site.ts'
import { counted } from '../wording.ts'
import { Branches, BranchItem } from './branches.tsx'
import { CommentForm, type Draft } from './comment-form.tsx'
import { type Held, HeldNotice } from './held-notice.tsx'

interface ThreadProps {
  readonly site: Site
  readonly discussion: Discussion
  readonly levels: number
  readonly draft?: Draft | null
  readonly returnTo: string
  /** Why the comment that the caller has just posted is not published; `null` if it is, or none was posted. */
  readonly held?: Held | null
}

/** The comments of a discussion in the requested order, with the form to write one. */
export function Thread({ site, discussion, levels, draft = null, returnTo, held = null }: ThreadProps) {
  const { asset, sort, first, branches, next, focus, closed, readAt, recent } = discussion
  const page = site.path(addresses.discussion(asset.id))
  const total = asset.comment_counts.total
  // The script of the page inserts new comments only where their place is the first or last one of this page.
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
      {focus && <Focus site={site} branch={focus} open={closed === null} />}
      <ol
        class="comments"
        id="thread"
        data-read={readAt.toISOString()}
        data-recent={recent.join(' ')}
        data-levels={levels}
        data-place={place}
      >
        <Branches site={site} branches={branches} levels={levels} open={closed === null} />
      </ol>
      {total === 0 && <p class="empty">There are no comments yet.</p>}
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

/** Links to the orders in which comments can be read. */
function SortLinks({ page, current }: { page: string; current: SortName }) {
  return (
    <nav class="sorts" aria-label="Order of the comments">
      {SORT_NAMES.map(name =>
        name === current ? (
          <b key={name} aria-current="true">
            {SORTS[name].label}
          </b>
        ) : (
          <a key={name} href={name === 'newest' ? page : `${page}?sort=${name}`}>
            {SORTS[name].label}
          </a>
        ),
      )}
    </nav>
  )
}

/** The comment that the address names, when its place is not on this page. */
function Focus({ site, branch, open }: { site: Site; branch: Branch; open: boolean }) {
  const { comment } = branch
  return (
    <section class="focus" aria-label="The comment of this link">
      {comment.parent_id && (
        <p class="meta">
          <a href={site.path(addresses.comment(comment.asset_id, comment.id))}>See the comment that it answers</a>
        </p>
      )}
      <ol class="comments">
        <BranchItem site={site} branch={branch} levels={0} open={open} />
      </ol>
    </section>
  )
}
