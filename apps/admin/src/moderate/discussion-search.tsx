import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useFoundDiscussions } from '../kit/use-discussions.ts'
import { MOST_ASSETS } from './place.ts'
import type { Assets } from './queues.ts'

interface DiscussionSearchProps {
  /** The discussions whose comments are shown already. */
  readonly chosen: readonly string[]
  /** The address of the queue for some discussions. */
  pathTo(assets: Assets): string
  onClose(): void
}

/** Finds discussions by words. Leads to the queue of one, or adds it to the discussions that are shown. */
export function DiscussionSearch({ chosen, pathTo, onClose }: DiscussionSearchProps) {
  const { say, texts } = useAdmin()
  const { route } = useLocation()
  const [typed, setTyped] = useState('')
  const found = useFoundDiscussions(typed)
  const go = (id: string) => {
    onClose()
    route(pathTo([id]))
  }
  const add = (id: string, title: string) => {
    route(pathTo([...chosen, id]))
    say(texts.text('discussionAdded', { title }))
  }
  const mayAdd = (id: string) => chosen.length < MOST_ASSETS && !chosen.includes(id)
  return (
    <Dialog title={texts.text('findDiscussion')} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (found?.[0]) go(found[0].id)
        }}
      >
        <label>
          {texts.text('wordsOfDiscussion')}
          <input type="search" value={typed} onInput={event => setTyped(event.currentTarget.value)} autoFocus />
        </label>
      </form>
      <ul class="found" aria-live="polite">
        {found?.map(({ id, title, url }) => (
          <li key={id}>
            <a
              href={pathTo([id])}
              dir="auto"
              onClick={event => {
                event.preventDefault()
                go(id)
              }}
            >
              {title ?? url}
            </a>
            {title && <span class="soft"> {url}</span>}
            {mayAdd(id) && (
              <button
                type="button"
                class="quiet"
                aria-label={texts.text('addDiscussion', { title: title ?? url ?? '' })}
                onClick={() => add(id, title ?? url ?? '')}
              >
                {texts.text('addToChosen')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p class="soft">{texts.text('noneFound')}</p>}
    </Dialog>
  )
}
