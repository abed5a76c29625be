import { addresses } from '../addresses.ts'
import type { Branch } from '../model/branches.ts'
import type { Site } from '../site.ts'
import { Avatar } from './avatar.tsx'
import { Timestamp } from './timestamp.tsx'

/** The author of a comment, and its time. */
export function CommentHeader({ site, branch: { comment, author, text, badge } }: { site: Site; branch: Branch }) {
  const name = author?.username ?? 'Deleted account'
  return (
    <header>
      <Avatar name={text ? name : ''} />
      <span class="byline">
        {text && <bdi class="author">{name}</bdi>}
        {text && badge && <span class="badge">{badge}</span>}
        <a class="when" href={site.path(addresses.comment(comment.asset_id, comment.id))}>
          <Timestamp time={comment.created_at} />
        </a>
        {text && comment.body_history.length > 1 && <span class="edited">edited</span>}
      </span>
    </header>
  )
}
