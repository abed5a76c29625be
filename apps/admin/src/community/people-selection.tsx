import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PersonDialog } from '../person/person-dialog.tsx'
import type { ReadStanding } from '../person/person-standing.ts'
import { useManyPeople } from './use-many-people.ts'

/** The most users about whom is decided at once. */
export const MOST_PEOPLE = 50

interface PeopleSelectionProps {
  readonly people: readonly ReadStanding[]
  /** Is called with the users who changed. */
  onDone(ids: readonly string[]): void
  onClear(): void
}

/** What is decided about all users who are selected. */
export function PeopleSelection({ people, onDone, onClear }: PeopleSelectionProps) {
  const { texts } = useAdmin()
  const [dialog, open] = useState<'ban' | 'suspend' | null>(null)
  const decisions = useManyPeople(people, onDone)
  const name = texts.counted('severalUsers', people.length)
  const isFull = people.length >= MOST_PEOPLE
  return (
    <>
      <fieldset class="selection">
        <legend class="unseen">{texts.text('selectedUsers')}</legend>
        <span>{texts.counted(isFull ? 'selectedAtMost' : 'selected', people.length)}</span>
        <button type="button" class="decision reject" onClick={() => open('ban')}>
          {texts.text('banMany')}
        </button>
        <button type="button" class="decision" onClick={() => open('suspend')}>
          {texts.text('suspendMany')}
        </button>
        <button type="button" class="decision" onClick={() => void decisions.premoderate()}>
          {texts.text('premoderateMany')}
        </button>
        <button type="button" class="quiet" onClick={onClear}>
          {texts.text('clearSelection')}
        </button>
      </fieldset>
      {dialog && (
        <PersonDialog
          kind={dialog}
          name={name}
          decisions={decisions}
          rejects={false}
          onClose={() => open(null)}
          onDecided={() => undefined}
        />
      )}
    </>
  )
}
