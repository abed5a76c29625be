import { useAdmin } from '../app/context.ts'
import type { OneDiscussionQuery } from '../documents/types.ts'

const COUNTS = [
  ['published', 'countPublished', 'all'],
  ['waiting', 'countWaiting', 'premod'],
  ['reported', 'queueReported', 'reported'],
  ['rejected', 'queueRejected', 'rejected'],
] as const

interface DiscussionCountsProps {
  readonly id: string
  readonly counts: Pick<OneDiscussionQuery, (typeof COUNTS)[number][0]>
}

/** How many comments of a discussion are in which state, each with the way to them. */
export function DiscussionCounts({ id, counts }: DiscussionCountsProps) {
  const { path, texts } = useAdmin()
  return (
    <dl class="counts">
      {COUNTS.map(([name, text, queue]) => (
        <div key={name}>
          <dt>{texts.text(text)}</dt>
          <dd>
            <a href={path(`/moderate/${queue}/${encodeURIComponent(id)}`)}>{texts.number(counts[name] ?? 0)}</a>
          </dd>
        </div>
      ))}
    </dl>
  )
}
