import { useEffect } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { TakeBackBulkRejection } from '../documents/generated.ts'
import type { ListedBulkRejectionFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { useSend } from '../kit/use-send.ts'
import { isAtWork, PAUSE } from './use-bulk-rejection.ts'

interface BulkRejectionsProps {
  readonly rejections: readonly ListedBulkRejectionFragment[]
  /** Reads them again. */
  onChange(): void
}

/** What was rejected together of what a user wrote, how far that is, and the way to take it back. */
export function BulkRejections({ rejections, onChange }: BulkRejectionsProps) {
  const { texts } = useAdmin()
  useEffect(() => {
    if (!rejections.some(isAtWork)) return
    const timer = setTimeout(onChange, PAUSE)
    return () => clearTimeout(timer)
  }, [rejections])
  if (rejections.length === 0) return null
  return (
    <section aria-label={texts.text('bulkRejections')}>
      <h3>{texts.text('bulkRejections')}</h3>
      <ul class="events">
        {rejections.map(each => (
          <Row key={each.id} rejection={each} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}

function Row({ rejection, onChange }: { readonly rejection: ListedBulkRejectionFragment; onChange(): void }) {
  const { texts } = useAdmin()
  const { id, state, since, rejected, restored, created_at: time, assigned_by: by } = rejection
  const sending = useSend(TakeBackBulkRejection)
  const takeBack = async () => {
    if (await sending.send({ id })) onChange()
  }
  const what = texts.text(since ? 'bulkSince' : 'bulkEverything', since ? { time: texts.exact(Date.parse(since)) } : {})
  const count = isTakenBack(state) ? texts.counted('bulkRestored', restored) : texts.counted('bulkRejected', rejected)
  return (
    <li>
      <Timestamp time={time} /> {by ? texts.text('decidedBy', { what, name: by.username }) : what} ·{' '}
      <span>{count}</span>
      {isAtWork(rejection) && <span> {texts.text('bulkAtWork')}</span>}{' '}
      {!isTakenBack(state) && (
        <button type="button" class="button" aria-disabled={sending.isSending} onClick={() => void takeBack()}>
          {texts.text('takeBackBulk')}
        </button>
      )}
      {sending.rest.length > 0 && (
        <span class="problem" role="alert">
          {sending.rest.join(' ')}
        </span>
      )}
    </li>
  )
}

const isTakenBack = (state: ListedBulkRejectionFragment['state']) => state === 'RESTORING' || state === 'RESTORED'
