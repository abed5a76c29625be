import { useAdmin } from '../app/context.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { shortTime } from '../kit/short-time.ts'

type Times = Pick<ListedDiscussionFragment, 'closedAt' | 'isClosed'>

/** Whether a discussion is closed: it was when it was read, or its closing time has come since. */
export function hasClosed({ closedAt, isClosed }: Times, now: number): boolean {
  return isClosed || (closedAt !== null && Date.parse(closedAt) <= now)
}

/** Whether a discussion is open, and until when; or since when it is closed. */
export function DiscussionState({ discussion }: { readonly discussion: Times }) {
  const { now, texts } = useAdmin()
  const { closedAt } = discussion
  if (closedAt === null) return <span class="state">{texts.text('isOpen')}</span>
  const time = shortTime(texts.lang, Date.parse(closedAt), now.value)
  return hasClosed(discussion, now.value) ? (
    <span class="state serious">{texts.text('closedSince', { time })}</span>
  ) : (
    <span class="state">{texts.text('closesAt', { time })}</span>
  )
}
