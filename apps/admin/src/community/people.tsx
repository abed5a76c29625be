import { useAdmin } from '../app/context.ts'
import { People as PeopleDocument } from '../documents/generated.ts'
import { PageList } from '../kit/page-list.tsx'
import { usePages } from '../kit/use-pages.ts'
import { PersonRow } from './person-row.tsx'
import { SearchPeople, selectedState, usePeopleSearch } from './search-people.tsx'

/** Everybody who has an account, the latest first, found by name, address, role and state. */
export function People() {
  const { texts } = useAdmin()
  const search = usePeopleSearch()
  const pages = usePages(
    PeopleDocument,
    { value: search.chosen.value, state: selectedState(search.chosen) },
    ({ users }) => users,
  )
  return (
    <section aria-label={texts.text('people')}>
      <SearchPeople search={search} />
      <PageList pages={pages} label={texts.text('people')} empty={texts.text('nobodyFound')}>
        {person => (
          <PersonRow
            person={person}
            onChange={changed =>
              pages.change(nodes => nodes.map(each => (each.id === changed.id ? { ...each, ...changed } : each)))
            }
          />
        )}
      </PageList>
    </section>
  )
}
