import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { SearchForm } from '../kit/search-form.tsx'

const WHICH = { all: 'every', open: 'openOnes', closed: 'closedOnes' } as const

type Which = keyof typeof WHICH

interface Chosen {
  readonly value: string
  readonly which: Which
}

interface DiscussionSearch {
  readonly chosen: Chosen
  choose(chosen: Partial<Chosen>): void
}

/** What is looked for. It stands in the address, so that a page that is loaded again shows it. */
export function useDiscussionSearch(): DiscussionSearch {
  const { path } = useAdmin()
  const { query, route } = useLocation()
  const which = (Object.keys(WHICH) as Which[]).find(name => name === query['which']) ?? 'all'
  const chosen = { value: query['value'] ?? '', which }
  return {
    chosen,
    choose(changes) {
      const next = { ...chosen, ...changes }
      const given = Object.entries(next).filter(([, each]) => each && each !== 'all')
      const parameters = new URLSearchParams(given).toString()
      route(path(`/stories${parameters && `?${parameters}`}`), true)
    },
  }
}

/** The fields by which discussions are found. */
export function SearchDiscussions({ search: { chosen, choose } }: { readonly search: DiscussionSearch }) {
  const { texts } = useAdmin()
  return (
    <SearchForm
      label={texts.text('searchDiscussions')}
      value={chosen.value}
      longest={1_000}
      onSearch={value => choose({ value })}
    >
      <label>
        {texts.text('state')}
        <select value={chosen.which} onChange={event => choose({ which: event.currentTarget.value as Which })}>
          {(Object.keys(WHICH) as Which[]).map(name => (
            <option key={name} value={name}>
              {texts.text(WHICH[name])}
            </option>
          ))}
        </select>
      </label>
    </SearchForm>
  )
}
