import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../app/use-keys.ts'
import { useDebounced } from './use-debounced.ts'

interface SearchFormProps {
  readonly label: string
  /** The words that are looked for now. */
  readonly value: string
  /** The most characters that can be typed. */
  readonly longest: number
  onSearch(value: string): void
  /** What else chooses what is found, such as a state. */
  readonly children?: ComponentChildren
}

/** The fields of a search. What is typed is looked for after a moment, or at once by Enter. */
export function SearchForm({ label, value, longest, onSearch, children }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed).trim()
  useEffect(() => {
    if (settled !== value) onSearch(settled)
  }, [settled])
  useKeys({ search: () => input.current?.focus() })
  return (
    <search>
      <form
        class="search"
        onSubmit={event => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <label class="search-words">
          {label}
          <input
            ref={input}
            type="search"
            value={typed}
            maxLength={longest}
            onInput={event => setTyped(event.currentTarget.value)}
          />
        </label>
        {children}
      </form>
    </search>
  )
}
