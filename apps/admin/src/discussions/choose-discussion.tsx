import { useId, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Discussions } from '../documents/generated.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { useDebounced } from '../kit/use-debounced.ts'
import { useQuery } from '../kit/use-query.ts'

/** The most discussions to choose from. Who does not see the one that is meant types more words of it. */
const MOST = 8

interface ChooseDiscussionProps {
  /** The discussion that can't be chosen. */
  readonly except: string
  readonly chosen: ListedDiscussionFragment | null
  onChoose(discussion: ListedDiscussionFragment): void
}

/** Finds a discussion by its words, to choose it. */
export function ChooseDiscussion({ except, chosen, onChoose }: ChooseDiscussionProps) {
  const { texts } = useAdmin()
  const id = useId()
  const [typed, setTyped] = useState('')
  const value = useDebounced(typed).trim()
  const { data } = useQuery(Discussions, value === '' ? null : { value })
  const found = value === '' ? [] : (data?.assets?.nodes ?? []).filter(each => each.id !== except).slice(0, MOST)
  return (
    <>
      <div class="field">
        <label for={id}>{texts.text('searchDiscussions')}</label>
        <input id={id} type="search" value={typed} onInput={event => setTyped(event.currentTarget.value)} />
      </div>
      <div role="status">
        {value !== '' && data && found.length === 0 && <p class="soft">{texts.text('noDiscussionFound')}</p>}
      </div>
      {found.length > 0 && (
        <fieldset class="choices">
          <legend>{texts.text('mergeInto')}</legend>
          {found.map(each => (
            <label key={each.id} class="choice">
              <input type="radio" name={id} checked={chosen?.id === each.id} onChange={() => onChoose(each)} />
              <span dir="auto">
                {each.title ?? each.url}
                {each.title && each.title !== each.url && <span class="hint">{each.url}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
