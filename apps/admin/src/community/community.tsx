import { useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import type { AdminTextName } from '../texts/en.ts'
import { InvitationsView } from './invitations.tsx'
import { People } from './people.tsx'
import { ReportedNamesView } from './reported-names.tsx'
import { useReportedCount } from './use-reported-count.ts'

interface SubView {
  readonly name: string
  readonly title: AdminTextName
  readonly Content: () => preact.JSX.Element
  /** Whether administrators alone use it. */
  readonly forAdministrators?: true
}

const SUB_VIEWS: readonly SubView[] = [
  { name: 'people', title: 'people', Content: People },
  { name: 'flagged', title: 'reportedNames', Content: ReportedNamesView },
  { name: 'invitations', title: 'invitations', Content: InvitationsView, forAdministrators: true },
]

/** `/admin/community/:view?`: the people of the site, reported names, and invitations. */
export function Community() {
  const { path, state, texts } = useAdmin()
  const { params } = useRoute()
  const seen = SUB_VIEWS.filter(({ forAdministrators: only }) => !only || state.viewer.role === 'ADMIN')
  const current = seen.find(({ name }) => name === params['view']) ?? seen[0]!
  const { Content } = current
  const reported = useReportedCount()
  return (
    <>
      <h1>{texts.text('community')}</h1>
      <nav class="sub-views" aria-label={texts.text('community')}>
        {seen.map(({ name, title }) => (
          <a key={name} href={path(`/community/${name}`)} aria-current={name === current.name ? 'page' : undefined}>
            {texts.text(title)}
            {name === 'flagged' && reported > 0 && <span class="count waits">{texts.number(reported)}</span>}
          </a>
        ))}
      </nav>
      <Content key={current.name} />
    </>
  )
}
