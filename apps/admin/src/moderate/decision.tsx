import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import type { Decide } from './use-decide.ts'

interface DecisionProps {
  readonly comment: AdminComment
  readonly status: 'ACCEPTED' | 'REJECTED'
  readonly decide: Decide
}

const DECISIONS = {
  ACCEPTED: { name: 'approve', done: 'approved' },
  REJECTED: { name: 'reject', done: 'rejected' },
} as const

/** The button of a decision. It is pressed when the comment has that status. */
export function Decision({ comment, status, decide }: DecisionProps) {
  const { texts } = useAdmin()
  const { name, done } = DECISIONS[status]
  const isMade = comment.status === status
  return (
    <button
      type="button"
      class={`decision ${name}`}
      aria-pressed={isMade}
      disabled={isMade}
      onClick={() => void decide(comment.id, status)}
    >
      {texts.text(isMade ? done : name)}
    </button>
  )
}
