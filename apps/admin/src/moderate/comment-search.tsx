import { useEffect, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useKeys } from '../app/use-keys.ts'
import { FoundAuthors } from '../documents/generated.ts'
import { useQuery } from '../kit/use-query.ts'
import type { CommentSearch } from './place.ts'

/** The author that is looked for. */
export interface FoundAuthor {
  /** `null` when any author will do, and when no user has the name. */
  readonly id: string | null
  /** Whether a name is given that no user has. */
  readonly isUnknown: boolean
}

/** Finds the user with a name; the author is `undefined` until that is known. */
export function useFoundAuthor(name: string) {
  const { data, failed, again } = useQuery(FoundAuthors, name === '' ? null : { value: name })
  const found = data?.users?.nodes.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  const author: FoundAuthor | undefined =
    name === '' ? { id: null, isUnknown: false } : data ? { id: found?.id ?? null, isUnknown: !found } : undefined
  return { author, failed: name !== '' && failed, again }
}

interface CommentSearchFormProps {
  readonly search: CommentSearch
  onSearch(search: CommentSearch): void
}

/** The fields by which comments of a queue are found. They are closed until they are used. */
export function CommentSearchForm({ search, onSearch }: CommentSearchFormProps) {
  const { texts } = useAdmin()
  const [isOpen, setOpen] = useState(search.text !== '' || search.author !== '')
  const form = useRef<HTMLFormElement>(null)
  useKeys({
    searchComments() {
      setOpen(true)
      setTimeout(() => form.current?.querySelector('input')?.focus())
    },
  })
  // The address has changed, by going back or by a link.
  useEffect(() => form.current?.reset(), [search])
  return (
    <search>
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{texts.text('findComments')}</summary>
        <form
          ref={form}
          class="search comment-search"
          onSubmit={event => {
            event.preventDefault()
            const fields = new FormData(event.currentTarget)
            const given = (name: string) => String(fields.get(name) ?? '').trim()
            onSearch({ text: given('text'), author: given('author') })
          }}
        >
          <Fields search={search} onEnd={() => onSearch({ text: '', author: '' })} />
        </form>
      </details>
    </search>
  )
}

/** Words of the texts, and the name of the author. */
function Fields({ search, onEnd }: { readonly search: CommentSearch; onEnd(): void }) {
  const { texts } = useAdmin()
  return (
    <>
      <label class="search-words">
        {texts.text('wordsOfComments')}
        <input type="search" name="text" maxLength={200} defaultValue={search.text} />
      </label>
      <label>
        {texts.text('authorOfComments')}
        <input type="search" name="author" maxLength={50} defaultValue={search.author} autoComplete="off" />
      </label>
      <button type="submit" class="button">
        {texts.text('searchComments')}
      </button>
      {(search.text !== '' || search.author !== '') && (
        <button type="button" class="button" onClick={onEnd}>
          {texts.text('endSearch')}
        </button>
      )}
    </>
  )
}
