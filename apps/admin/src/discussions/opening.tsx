import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CloseDiscussion, ScheduleDiscussion } from '../documents/generated.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { useSend } from '../kit/use-send.ts'
import { hasClosed } from './discussion-state.tsx'

interface OpeningProps {
  readonly discussion: Pick<ListedDiscussionFragment, 'id' | 'closedAt' | 'isClosed'>
  onChange(): void
}

/** Closes a discussion now, or opens it again, and says what was done. */
export function Opening({ discussion, onChange }: OpeningProps) {
  const { now, texts } = useAdmin()
  const { id } = discussion
  const closed = hasClosed(discussion, now.value)
  const [result, setResult] = useState<string | null>(null)
  const closing = useSend(CloseDiscussion)
  const opening = useSend(ScheduleDiscussion)
  const { isSending, rest } = closed ? opening : closing
  const change = async () => {
    setResult(null)
    const done = closed ? await opening.send({ id, input: { closedAt: null } }) : await closing.send({ id })
    if (!done) return
    setResult(texts.text(closed ? 'openedNow' : 'closedNow'))
    onChange()
  }
  return (
    <>
      <button type="button" class="button" aria-disabled={isSending} onClick={() => !isSending && void change()}>
        {texts.text(closed ? 'open' : 'closeDiscussion')}
      </button>
      <p class={rest.length > 0 ? 'problem' : 'result'} role="status">
        {rest.length > 0 ? rest.join(' ') : result}
      </p>
    </>
  )
}
