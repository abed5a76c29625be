import { useId, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { useFoundDiscussions } from '../kit/use-discussions.ts'

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
  const all = useFoundDiscussions(typed)
  const isAsked = typed.trim() !== ''
  const found = isAsked ? (all ?? []).filter(each => each.id !== except).slice(0, MOST) : []
  return (
    <>
      <div class="field">
        <label for={id}>{texts.text('searchDiscussions')}</label>
        <input id={id} type="search" value={typed} onInput={event => setTyped(event.currentTarget.value)} />
      </div>
      <div role="status">
        {isAsked && all && found.length === 0 && <p class="soft">{texts.text('noDiscussionFound')}</p>}
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
