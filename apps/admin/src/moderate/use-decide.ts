import type { QueueStatus } from '@platform/client-sdk'
import { useAdmin } from '../app/context.ts'
import { DecideAboutComment, TakeBackDecision } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { isIn, type Queue } from './queues.ts'
import type { Rows } from './rows.ts'

/** Decides about a comment. It leaves the queue at once, and comes back when the decision is refused or taken back. */
export type Decide = (id: string, status: QueueStatus, reason?: string) => Promise<void>

interface DecideOptions {
  readonly rows: Rows
  readonly queue: Queue
  onDecided(): void
}

export function useDecide({ rows, queue, onDecided }: DecideOptions): Decide {
  const { comments, graph, say, texts } = useAdmin()
  const change = (id: string, status: QueueStatus) => comments.change(id, () => ({ comment: { status } }))
  const back = (id: string, status: QueueStatus) => {
    change(id, status)
    rows.restore(id)
  }
  return async (id, status, reason) => {
    const comment = comments.find(id)
    if (!comment) return
    const before = comment.value.status
    if (before === status && reason === undefined) return
    change(id, status)
    if (!isIn(queue, null, comment.value)) rows.remove([id])
    const refusal = await graph.change(DecideAboutComment, { id, status, reason: reason ?? null })
    if (refusal) {
      back(id, before)
      say(refusalText(texts, refusal), 'wrong')
      return
    }
    onDecided()
    say(texts.text(status === 'ACCEPTED' ? 'approvedNow' : 'rejectedNow'), 'done', async () => {
      const refused = await graph.change(TakeBackDecision, { id })
      if (refused) return say(refusalText(texts, refused), 'wrong')
      back(id, before)
      onDecided()
      say(texts.text('undone'))
    })
  }
}
