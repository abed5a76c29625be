import { Avatar } from '@platform/client-kit'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { ReportedNameFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { PersonDialog } from '../person/person-dialog.tsx'
import { usePerson } from '../person/use-person.ts'
import { NameHistory } from './name-history.tsx'
import { NameReports } from './name-reports.tsx'
import { PersonName } from './person-name.tsx'
import { StateLabels } from './state-labels.tsx'

interface ReportedNameRowProps {
  readonly person: ReportedNameFragment
  /** Is called after a decision. */
  onChange(): void
}

/** A reported name: why it was reported, which names were before, and what was decided about them. */
export function ReportedNameRow({ person, onChange }: ReportedNameRowProps) {
  const { texts } = useAdmin()
  const { id, username, avatar, created_at: created, state } = person
  const status = state?.status?.username.status
  const decisions = usePerson(person, onChange)
  const [isRejecting, setRejecting] = useState(false)
  return (
    <article class="person" aria-labelledby={`name-${id}`} data-person={id}>
      <Avatar name={username} picture={avatar} />
      <div class="person-about">
        <h2 id={`name-${id}`}>
          <PersonName person={person} />
        </h2>
        <p class="soft">
          {texts.text('joined')} <Timestamp time={created} />
        </p>
        <StateLabels person={person} />
        <NameReports person={person} />
        <NameHistory entries={state?.status?.username.history ?? []} />
      </div>
      <div class="decide">
        <button
          type="button"
          class="decision approve"
          aria-pressed={status === 'APPROVED'}
          // A button that is disabled loses the focus.
          aria-disabled={status === 'APPROVED'}
          onClick={() => status !== 'APPROVED' && void decisions.approveName()}
        >
          {texts.text(status === 'APPROVED' ? 'approved' : 'approve')}
        </button>
        <button
          type="button"
          class="decision reject"
          aria-pressed={status === 'REJECTED'}
          // A button that is disabled loses the focus.
          aria-disabled={status === 'REJECTED'}
          onClick={() => status !== 'REJECTED' && setRejecting(true)}
        >
          {texts.text(status === 'REJECTED' ? 'rejected' : 'reject')}
        </button>
      </div>
      {isRejecting && (
        <PersonDialog
          kind="reject-name"
          name={username}
          decisions={decisions}
          rejects={false}
          onClose={() => setRejecting(false)}
          onDecided={() => undefined}
        />
      )}
    </article>
  )
}
