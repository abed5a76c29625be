import { SORTS, type SortName } from '../model/sorts.ts'

/** The orders to choose from. */
export function SortLinks({ page, current }: { page: string; current: SortName }) {
  return (
    <nav class="sorts" aria-label="Order of the comments">
      {(Object.keys(SORTS) as SortName[]).map(name =>
        name === current ? (
          <b key={name} aria-current="true">
            {SORTS[name].label}
          </b>
        ) : (
          <a key={name} href={name === 'newest' ? page : `${page}?sort=${name}`}>
            {SORTS[name].label}
          </a>
        ),
      )}
    </nav>
  )
}
