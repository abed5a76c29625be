import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PersonDialog } from '../person/person-dialog.tsx'
import { useManyPeople } from './use-many-people.ts'

/** The most users about whom is decided at once. */
export const MOST_PEOPLE = 50

interface PeopleSelectionProps {
  readonly ids: readonly string[]
  /** Is called with the users who changed. */
  onDone(ids: readonly string[]): void
  onClear(): void
}

/** What is decided about all users who are selected. */
export function PeopleSelection({ ids, onDone, onClear }: PeopleSelectionProps) {
  const { texts } = useAdmin()
  const [dialog, open] = useState<'ban' | 'suspend' | null>(null)
  const decisions = useManyPeople(ids, onDone)
  const name = texts.counted('severalUsers', ids.length)
  const isFull = ids.length >= MOST_PEOPLE
  return (
    <>
      <fieldset class="selection">
        <legend class="unseen">{texts.text('selectedUsers')}</legend>
        <span>{texts.counted(isFull ? 'selectedAtMost' : 'selected', ids.length)}</span>
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
