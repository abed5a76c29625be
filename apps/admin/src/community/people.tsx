import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { People as PeopleDocument, PersonAgain } from '../documents/generated.ts'
import type { ListedPersonFragment } from '../documents/types.ts'
import { PageList } from '../kit/page-list.tsx'
import { usePages } from '../kit/use-pages.ts'
import { MOST_PEOPLE, PeopleSelection } from './people-selection.tsx'
import { PersonRow } from './person-row.tsx'
import { SearchPeople, selectedState, usePeopleSearch } from './search-people.tsx'

/** Everybody who has an account, the latest first, found by name, address, role and state. */
export function People() {
  const { graph, texts } = useAdmin()
  const search = usePeopleSearch()
  const pages = usePages(
    PeopleDocument,
    { value: search.chosen.value, state: selectedState(search.chosen) },
    ({ users }) => users,
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Who is not in the list any more is not selected either.
  const selected = pages.nodes.filter(({ id }) => chosen.has(id))
  const select = (id: string, isOn: boolean) => {
    const others = selected.map(each => each.id).filter(each => each !== id)
    setChosen(new Set(isOn ? [...others, id] : others))
  }
  const put = (changed: ListedPersonFragment) =>
    pages.change(nodes => nodes.map(each => (each.id === changed.id ? { ...each, ...changed } : each)))
  const readAgain = async (ids: readonly string[]) => {
    for (const id of ids) {
      const answer = await graph.ask(PersonAgain, { id }).catch(() => null)
      if (answer?.data?.user) put(answer.data.user)
    }
  }
  return (
    <section aria-label={texts.text('people')}>
      <SearchPeople search={search} />
      <PageList pages={pages} label={texts.text('people')} empty={texts.text('nobodyFound')}>
        {person => (
          <PersonRow
            person={person}
            isSelected={chosen.has(person.id)}
            onSelect={chosen.has(person.id) || selected.length < MOST_PEOPLE ? isOn => select(person.id, isOn) : null}
            onChange={put}
          />
        )}
      </PageList>
      {selected.length > 0 && (
        <PeopleSelection people={selected} onDone={ids => void readAgain(ids)} onClear={() => setChosen(new Set())} />
      )}
    </section>
  )
}
