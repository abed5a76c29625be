import { useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { ForAdministrators } from '../app/instead.tsx'
import { PARTS_FOR_ADMINISTRATORS } from '../paths.ts'
import type { AdminTextName } from '../texts/en.ts'
import { InvitationsView } from './invitations.tsx'
import { People } from './people.tsx'
import { ReportedNamesView } from './reported-names.tsx'
import { useReportedCount } from './use-reported-count.ts'

interface SubView {
  readonly name: string
  readonly title: AdminTextName
  readonly Content: () => preact.JSX.Element
}

const SUB_VIEWS: readonly SubView[] = [
  { name: 'people', title: 'people', Content: People },
  { name: 'flagged', title: 'reportedNames', Content: ReportedNamesView },
  { name: 'invitations', title: 'invitations', Content: InvitationsView },
]

/** `/admin/community/:view?`: the people of the site, reported names, and invitations. */
export function Community() {
  const { path, state, texts } = useAdmin()
  const { params } = useRoute()
  const isRefused = ({ name }: SubView) =>
    state.viewer.role !== 'ADMIN' && PARTS_FOR_ADMINISTRATORS.community?.includes(name)
  const seen = SUB_VIEWS.filter(each => !isRefused(each))
  const current = SUB_VIEWS.find(({ name }) => name === params['view']) ?? seen[0]!
  const { Content } = current
  const reported = useReportedCount()
  if (isRefused(current)) return <ForAdministrators />
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
