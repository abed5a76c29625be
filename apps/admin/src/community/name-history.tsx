import { useAdmin } from '../app/context.ts'
import type { ReportedNameFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import type { AdminTextName } from '../texts/en.ts'

type Entries = NonNullable<NonNullable<NonNullable<ReportedNameFragment['state']>['status']>['username']['history']>

const CHANGES = {
  UNSET: 'historyNameUnset',
  SET: 'historyNameSet',
  CHANGED: 'historyNameChanged',
  APPROVED: 'historyNameApproved',
  REJECTED: 'historyNameRejected',
} as const satisfies Readonly<Record<Entries[number]['status'], AdminTextName>>

/** The names before, and what moderators decided and wrote about them, the latest first. */
export function NameHistory({ entries }: { readonly entries: Entries }) {
  const { texts } = useAdmin()
  // Every user has chosen a name once.
  if (entries.length < 2) return null
  return (
    <details>
      <summary>{texts.text('namesBefore')}</summary>
      <ol class="events">
        {entries.toReversed().map(({ status, username, message, created_at: at, assigned_by: by }, i) => {
          const what = texts.text(CHANGES[status], { name: username ?? '…' })
          return (
            <li key={i}>
              <Timestamp time={at} /> {by ? texts.text('decidedBy', { what, name: by.username }) : what}
              {message && (
                <>
                  : <q dir="auto">{message}</q>
                </>
              )}
            </li>
          )
        })}
      </ol>
    </details>
  )
}
