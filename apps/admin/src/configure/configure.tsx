import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { Failed } from '../kit/failed.tsx'
import type { AdminTextName } from '../texts/en.ts'
import { ServerPage } from './environment.tsx'
import { settingsFormOf } from './form.ts'
import { History } from './history.tsx'
import { ModerationSettings } from './moderation.tsx'
import { OrganizationSettings } from './organization.tsx'
import { SaveBar } from './save-bar.tsx'
import { factsOf } from './settings.ts'
import { StreamSettings } from './stream.tsx'
import { TechSettings } from './tech.tsx'

interface Page {
  readonly name: string
  readonly title: AdminTextName
  readonly Content: ComponentType
}

const PAGES: readonly Page[] = [
  { name: 'stream', title: 'streamPage', Content: StreamSettings },
  { name: 'moderation', title: 'moderationPage', Content: ModerationSettings },
  { name: 'tech', title: 'techPage', Content: TechSettings },
  { name: 'organization', title: 'organizationPage', Content: OrganizationSettings },
  { name: 'history', title: 'historyPage', Content: History },
  { name: 'server', title: 'serverPage', Content: ServerPage },
]

/** `/admin/configure/:view?`: the settings of the site. */
export function Configure() {
  const admin = useAdmin()
  const { texts } = admin
  const form = settingsFormOf(admin)
  const { params } = useRoute()
  const page = PAGES.find(({ name }) => name === params['view']) ?? PAGES[0]!
  useEffect(() => void form.read(), [])
  const { stored, unread } = form.state.value
  return (
    <div class="configure">
      <h1>{texts.text('configuration')}</h1>
      <Pages current={page} />
      {unread ? (
        <Failed again={() => void form.read()} />
      ) : stored === null ? (
        <p class="empty">{texts.text('reading')}</p>
      ) : (
        <div class="configure-page">
          <h2 class="unseen">{texts.text(page.title)}</h2>
          <page.Content key={page.name} />
          <SaveBar />
        </div>
      )}
    </div>
  )
}

/** A link to each page, with a mark for changes that are not saved. */
function Pages({ current }: { readonly current: Page }) {
  const admin = useAdmin()
  const { path, texts } = admin
  const { route } = useLocation()
  const { pending, errors } = settingsFormOf(admin).state.value
  const isOn = (page: Page) => (name: string) => factsOf(name)?.page === page.name
  return (
    <>
      <nav class="pages" aria-label={texts.text('pagesOfConfiguration')}>
        {PAGES.map(page => (
          <a
            key={page.name}
            href={path(`/configure/${page.name}`)}
            aria-current={page === current ? 'page' : undefined}
          >
            {texts.text(page.title)}
            {Object.keys(errors).some(isOn(page)) ? (
              <Mark kind="wrong" text={texts.text('hasProblems')} />
            ) : (
              Object.keys(pending).some(isOn(page)) && <Mark kind="changed" text={texts.text('changed')} />
            )}
          </a>
        ))}
      </nav>
      <label class="pages-narrow">
        {texts.text('pagesOfConfiguration')}
        <select value={current.name} onChange={event => route(path(`/configure/${event.currentTarget.value}`))}>
          {PAGES.map(({ name, title }) => (
            <option key={name} value={name}>
              {texts.text(title)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function Mark({ kind, text }: { readonly kind: 'wrong' | 'changed'; readonly text: string }) {
  return (
    <span class={`mark-${kind}`}>
      <span aria-hidden="true">•</span>
      <span class="unseen"> {text}</span>
    </span>
  )
}
