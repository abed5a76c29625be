import { useAdmin } from '../app/context.ts'
import { Discussions } from '../documents/generated.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { DiscussionState } from './discussion-state.tsx'
import { Opening } from './opening.tsx'

interface DiscussionRowProps {
  readonly discussion: ListedDiscussionFragment
  /** Is called with what is known of the discussion after a change. */
  onChange(discussion: ListedDiscussionFragment): void
}

/** A discussion in the list. */
export function DiscussionRow({ discussion, onChange }: DiscussionRowProps) {
  const { graph, path, texts } = useAdmin()
  const { id, title, url, author, section, created_at: created, totalCommentCount: count } = discussion
  const readAgain = async () => {
    const answer = await graph.ask(Discussions, { ids: [id] }).catch(() => null)
    const [changed] = answer?.data?.assets?.nodes ?? []
    if (changed) onChange(changed)
  }
  return (
    <article class="discussion" aria-labelledby={`discussion-${id}`}>
      <div>
        <h2 id={`discussion-${id}`} dir="auto">
          <a href={path(`/stories/${encodeURIComponent(id)}`)}>{title ?? url}</a>
        </h2>
        <p class="soft line">
          {title && title !== url && <span>{url}</span>}
          {author && <bdi>{author}</bdi>}
          {section && <bdi>{section}</bdi>}
          {created && <Timestamp time={created} />}
        </p>
        <p class="line">
          <DiscussionState discussion={discussion} />
          <a href={path(`/moderate/all/${encodeURIComponent(id)}`)}>{texts.counted('comments', count ?? 0)}</a>
        </p>
      </div>
      <Opening discussion={discussion} onChange={() => void readAgain()} />
    </article>
  )
}
