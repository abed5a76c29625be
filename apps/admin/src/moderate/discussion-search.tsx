import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { FindDiscussions } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import { useQuery } from '../kit/use-query.ts'

interface DiscussionSearchProps {
  /** The address of the queue for a discussion. */
  pathTo(asset: string): string
  onClose(): void
}

/** Finds a discussion by words of its title or its address, and leads to its queue. */
export function DiscussionSearch({ pathTo, onClose }: DiscussionSearchProps) {
  const { texts } = useAdmin()
  const { route } = useLocation()
  const [typed, setTyped] = useState('')
  const { data } = useQuery(FindDiscussions, { value: useDebounced(typed).trim() })
  const found = data?.assets?.nodes ?? []
  const go = (id: string) => {
    onClose()
    route(pathTo(id))
  }
  return (
    <Dialog title={texts.text('findDiscussion')} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (found[0]) go(found[0].id)
        }}
      >
        <label>
          {texts.text('wordsOfDiscussion')}
          <input type="search" value={typed} onInput={event => setTyped(event.currentTarget.value)} autoFocus />
        </label>
      </form>
      <ul class="found" aria-live="polite">
        {found.map(({ id, title, url }) => (
          <li key={id}>
            <a
              href={pathTo(id)}
              dir="auto"
              onClick={event => {
                event.preventDefault()
                go(id)
              }}
            >
              {title ?? url}
            </a>
            {title && <span class="soft"> {url}</span>}
          </li>
        ))}
      </ul>
      {data && found.length === 0 && <p class="soft">{texts.text('noneFound')}</p>}
    </Dialog>
  )
}
