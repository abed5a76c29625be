import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import type { PeopleQueryVariables } from '../documents/types.ts'
import { SearchForm } from '../kit/search-form.tsx'
import { ROLE_NAMES, ROLES, type Role } from './roles.ts'

const STATES = {
  active: { banned: false, suspended: false, alwaysPremod: false },
  suspended: { suspended: true },
  banned: { banned: true },
  premoderated: { alwaysPremod: true },
} as const

const STATE_NAMES = {
  active: 'stateActive',
  suspended: 'stateSuspended',
  banned: 'stateBanned',
  premoderated: 'statePremoderated',
} as const

type StateName = keyof typeof STATES

/** What is looked for. It stands in the address, so that a page that is loaded again or sent to somebody shows it. */
interface Chosen {
  /** How the name, or the e-mail address, begins. */
  readonly value: string
  readonly state: StateName | null
  readonly role: Role | null
}

interface PeopleSearch {
  readonly chosen: Chosen
  choose(chosen: Partial<Chosen>): void
}

export function usePeopleSearch(): PeopleSearch {
  const { path } = useAdmin()
  const { query, route } = useLocation()
  const { value = '', state, role } = query
  const chosen: Chosen = {
    value,
    state: (Object.keys(STATES) as StateName[]).find(name => name === state) ?? null,
    role: ROLES.find(name => name === role) ?? null,
  }
  return {
    chosen,
    choose(changes) {
      const given = Object.entries({ ...chosen, ...changes }).filter(([, each]) => each)
      const parameters = new URLSearchParams(given as [string, string][]).toString()
      route(path(`/community/people${parameters && `?${parameters}`}`), true)
    },
  }
}

/** What is looked for, as the graph is asked. */
export function selectedState({ state, role }: Chosen): PeopleQueryVariables['state'] {
  return state || role ? { ...(role ? { role } : {}), ...(state ? { status: STATES[state] } : {}) } : null
}

/** The fields by which people are found. */
export function SearchPeople({ search: { chosen, choose } }: { readonly search: PeopleSearch }) {
  const { texts } = useAdmin()
  return (
    <SearchForm
      label={texts.text('searchPeople')}
      value={chosen.value}
      longest={256}
      onSearch={value => choose({ value })}
    >
      <label>
        {texts.text('state')}
        <select
          value={chosen.state ?? ''}
          onChange={event => choose({ state: (event.currentTarget.value || null) as StateName | null })}
        >
          <option value="">{texts.text('every')}</option>
          {(Object.keys(STATES) as StateName[]).map(name => (
            <option key={name} value={name}>
              {texts.text(STATE_NAMES[name])}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.text('theRole')}
        <select
          value={chosen.role ?? ''}
          onChange={event => choose({ role: (event.currentTarget.value || null) as Role | null })}
        >
          <option value="">{texts.text('every')}</option>
          {ROLES.map(name => (
            <option key={name} value={name}>
              {texts.text(ROLE_NAMES[name])}
            </option>
          ))}
        </select>
      </label>
    </SearchForm>
  )
}
