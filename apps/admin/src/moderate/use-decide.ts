import type { QueueStatus } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import { type AdminTranslator, useAdmin } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import { CommentsAgain, DecideAboutComment, TakeBackDecision } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { STATUSES } from './decided.tsx'
import type { Rows } from './rows.ts'

interface DecideHow {
  /** What the author reads about a rejection. */
  readonly reason?: string
  /** Whether nothing is said about it, because something else is said already. */
  readonly isSilent?: boolean
}

/**
 * Decides about a comment. It leaves the queue at once, and comes back when the decision is refused or taken back.
 *
 * @returns whether the decision was made.
 */
export type Decide = (id: string, status: QueueStatus, how?: DecideHow) => Promise<boolean>

interface DecideOptions {
  readonly rows: Rows
  onDecided(): void
}

export function useDecide({ rows, onDecided }: DecideOptions): Decide {
  const { comments, graph, say, texts } = useAdmin()
  const refuse = useRefuse()
  const takeBack = useTakeBack({ rows, onDecided })
  return async (id, status, { reason, isSilent = false } = {}) => {
    const comment = comments.find(id)
    if (!comment) return false
    const before = comment.value
    if (before.status === status && reason === undefined) return false
    comment.value = { ...before, status }
    if (!rows.holds(comment.value)) rows.remove([id])
    const variables = { id, status, reason: reason ?? null, expected: asSeen(before) }
    const refusal = await graph.change(DecideAboutComment, variables)
    if (refusal) {
      comment.value = before
      // What a colleague has decided stays where it is, marked.
      rows.restore(id)
      refuse(refusal)
      return false
    }
    onDecided()
    if (!isSilent)
      say(texts.text(status === 'ACCEPTED' ? 'approvedNow' : 'rejectedNow'), 'done', () => void takeBack([id], status))
    return true
  }
}

const asSeen = ({ status, revision }: AdminComment) => ({ status, revision: revision ?? '' })

/** Says why a decision was not made. When the comment has changed, it says who decided, and shows it as it is now. */
function useRefuse(): (refusal: Refusal) => void {
  const { comments, say, texts } = useAdmin()
  return refusal => {
    const changed = refusal.code === 'COMMENT_CHANGED' ? (refusal.error['comment'] as AdminComment | null) : null
    if (!changed) return say(refusalText(texts, refusal), 'wrong')
    comments.put(changed)
    const decision = lastDecision(texts, changed)
    say(decision ? texts.text('decidedMeanwhile', decision) : texts.text('editedMeanwhile'), 'wrong')
  }
}

/** Who decided last about a comment, what and when; `null` when that was no moderator. */
function lastDecision(texts: AdminTranslator, { status_history: history }: AdminComment) {
  const last = history?.at(-1)
  const name = last?.assigned_by?.username
  if (!last || name === undefined) return null
  return { name, what: texts.text(STATUSES[last.type]), time: texts.ago(Date.parse(last.created_at), Date.now()) }
}

/** Decisions that are sent at the same time. */
const TOGETHER = 5

/** Does something for each of several comments, a few at a time. @returns the ids for which it was done. */
export async function forEachOf(ids: readonly string[], act: (id: string) => Promise<boolean>) {
  const waiting = [...ids]
  const done: string[] = []
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) if (await act(id)) done.push(id)
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return done
}

/** Takes decisions of this moderator back, except where a colleague has decided after them. */
export type TakeBack = (ids: readonly string[], status: QueueStatus) => Promise<void>

export function useTakeBack({ rows, onDecided }: DecideOptions): TakeBack {
  const { comments, graph, say, texts } = useAdmin()
  return async (ids, status) => {
    const refusals: Refusal[] = []
    const done = await forEachOf(ids, async id => {
      const refusal = await graph.change(TakeBackDecision, { id, status })
      if (refusal) refusals.push(refusal)
      return !refusal
    })
    const { data } = await graph.ask(CommentsAgain, { ids: [...ids] }).catch(() => ({ data: null }))
    for (const comment of data?.commentsById ?? []) comments.put(comment)
    for (const id of ids) rows.restore(id)
    if (done.length > 0) onDecided()
    const [refusal] = refusals
    if (!refusal) return say(ids.length === 1 ? texts.text('undone') : texts.counted('undoneAll', done.length))
    if (done.length > 0) return say(texts.counted('undoneSome', done.length), 'wrong')
    const [now] = refusal.code === 'DECIDED_MEANWHILE' ? (data?.commentsById ?? []) : []
    const decision = now ? lastDecision(texts, now) : null
    say(decision ? texts.text('decidedBeforeUndo', decision) : refusalText(texts, refusal), 'wrong')
  }
}
