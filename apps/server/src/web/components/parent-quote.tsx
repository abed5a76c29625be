import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Site } from '../site.ts'
import { CommentText } from './comment-text.tsx'

/** The comment that is answered, in short, with the way to it. */
export function ParentQuote({ site, parent: { comment, author, text } }: { site: Site; parent: Branch }) {
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
