import { useAdmin } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import { refusalIn, UNREACHABLE } from '../browser/graph.ts'
import { BulkRejection, RejectCommentsOf, TakeBackBulkRejection } from '../documents/generated.ts'
import type { ListedBulkRejectionFragment } from '../documents/types.ts'
import { refusalText } from '../kit/refusal-text.ts'

/** How long after an answer it is asked again how far a bulk rejection is. Milliseconds. */
export const PAUSE = 1_000

/** Whether the server is still at work on a bulk rejection. */
export const isAtWork = ({ state }: Pick<ListedBulkRejectionFragment, 'state'>): boolean =>
  state === 'REJECTING' || state === 'RESTORING'

type Begin = (userId: string, wanted: { readonly since: Date | null; readonly reason: string }) => Promise<boolean>

/**
 * Rejects what a user wrote, and says when that is done, with a way back.
 *
 * @param onDone is called when it has begun, and when it has ended.
 */
export function useBulkRejection(onDone: () => void): Begin {
  const { graph, say, texts } = useAdmin()
  const refuse = (refusal: Refusal) => {
    say(refusalText(texts, refusal), 'wrong')
    return false
  }
  const follow = async ({ id }: ListedBulkRejectionFragment): Promise<ListedBulkRejectionFragment | null> => {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, PAUSE))
      const answer = await graph.ask(BulkRejection, { id }).catch(() => null)
      const found = answer?.data?.bulkRejection ?? null
      if (answer && (!found || !isAtWork(found))) return found
    }
  }
  return async (userId, { since, reason }) => {
    const input = { user_id: userId, since: since?.toISOString() ?? null, reason: reason || null }
    const answer = await graph.ask(RejectCommentsOf, { input }).catch(() => null)
    const refusal = answer ? refusalIn(answer) : UNREACHABLE
    const begun = answer?.data?.rejectCommentsOf.bulkRejection
    if (refusal || !begun) return refuse(refusal ?? UNREACHABLE)
    onDone()
    void follow(begun).then(ended => {
      if (!ended) return
      const takeBack = async () => {
        const refused = await graph.change(TakeBackBulkRejection, { id: ended.id })
        if (refused) return void refuse(refused)
        const restored = await follow(ended)
        if (restored) say(texts.counted('writtenRestored', restored.restored))
        onDone()
      }
      say(texts.counted('rejectedAll', ended.rejected), 'done', () => void takeBack())
      onDone()
    })
    return true
  }
}
