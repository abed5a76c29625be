import { Avatar } from '@platform/client-kit'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PersonAgain } from '../documents/generated.ts'
import type { ListedPersonFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { DecideMenu } from '../person/decide-menu.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PersonName, useViewed } from './person-name.tsx'
import { ROLE_NAMES } from './roles.ts'
import { StateLabels } from './state-labels.tsx'

interface PersonRowProps {
  readonly person: ListedPersonFragment
  readonly isSelected?: boolean
  /** Selects the user, or no longer; `null` when no more can be selected, and missing where nothing is selected. */
  readonly onSelect?: ((isSelected: boolean) => void) | null
  /** Is called with what is known of the user after a change. */
  onChange(person: ListedPersonFragment): void
}

/** A user in the list, with what holds, what can be done, and what was just done. */
export function PersonRow({ person, isSelected = false, onSelect, onChange }: PersonRowProps) {
  const { graph, state, texts } = useAdmin()
  const [result, setResult] = useState<string | null>(null)
  const [isErased, setErased] = useState(false)
  const readAgain = async () => {
    const answer = await graph.ask(PersonAgain, { id: person.id }).catch(() => null)
    if (answer?.data?.user) onChange(answer.data.user)
  }
  const done = (sentence: string) => {
    setResult(sentence)
    void readAgain()
  }
  useViewed(person.id, readAgain)
  return (
    <article class="person" aria-labelledby={`person-${person.id}`}>
      <div class="person-mark">
        <Avatar name={person.username} picture={person.avatar} />
        {onSelect !== undefined && person.noteCount !== null && !isErased && (
          <input
            type="checkbox"
            checked={isSelected}
            disabled={onSelect === null}
            aria-label={texts.text('selectUser', { name: person.username })}
            onChange={event => onSelect?.(event.currentTarget.checked)}
          />
        )}
      </div>
      <div class="person-about">
        <h2 id={`person-${person.id}`}>
          <PersonName person={person} />
        </h2>
        <p class="soft">
          {person.email && <span>{person.email}</span>}{' '}
          <span>{texts.text(ROLE_NAMES[person.role ?? 'COMMENTER'])}</span>{' '}
          <span>
            {texts.text('joined')} <Timestamp time={person.created_at} />
          </span>
        </p>
        {!isErased && <StateLabels person={person} />}
      </div>
      {!isErased && (
        <div class="person-actions">
          {person.noteCount !== null && <DecideMenu user={person} onChange={() => void readAgain()} />}
          {state.viewer.role === 'ADMIN' && (
            <PersonMenu
              person={person}
              onDone={done}
              onErased={() => {
                setErased(true)
                setResult(texts.text('erasedNow', { name: person.username }))
              }}
            />
          )}
        </div>
      )}
      <p class="result" role="status">
        {result}
      </p>
    </article>
  )
}
