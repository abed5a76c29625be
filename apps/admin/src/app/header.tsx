import { Avatar } from '@platform/client-kit'
import { later, Menu, Slot } from '@platform/client-sdk'
import { useLocation } from 'preact-iso'
import type { Session } from '../browser/session.ts'
import { SignOutEverywhere } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { useAdmin } from './context.ts'
import { handleCommentChange } from './follow-parts.ts'
import type { View } from './views.ts'

const ActivityDot = later(async () => (await import('../moderate/activity-dot.tsx')).ActivityDot)

/** The name of the site, the views, and the account of the user. */
export function Header({ views, session }: { readonly views: readonly View[]; readonly session: Session }) {
  const admin = useAdmin()
  const { path, state, texts } = admin
  const { path: current } = useLocation()
  return (
    <header class="panel-header">
      <a class="brand" href={`${state.root}/`}>
        <bdi>{state.site.name}</bdi>
      </a>
      <nav aria-label={texts.text('views')}>
        {views.map(({ name, start, title }) =>
          start === null ? null : (
            <a key={name} href={path(start)} aria-current={isBelow(current, path(start)) ? 'page' : undefined}>
              {texts.text(title)}
              {name === 'moderate' && <ActivityDot />}
            </a>
          ),
        )}
        <Slot name="adminModerationIndicator" props={{ handleCommentChange: handleCommentChange(admin) }} as="span" />
      </nav>
      <Account session={session} />
    </header>
  )
}

const isBelow = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

function Account({ session }: { readonly session: Session }) {
  const { graph, keys, say, state, texts } = useAdmin()
  const { username, picture } = state.viewer
  const label = (
    <>
      <Avatar name={username} picture={picture} />
      <span class="unseen">{texts.text('account')}</span>
      <bdi>{username}</bdi>
    </>
  )
  const signOut = () => session.end().catch(() => say(texts.text('notSignedOut'), 'wrong'))
  const signOutEverywhere = async () => {
    const refusal = await graph.change(SignOutEverywhere, {})
    if (refusal) say(refusalText(texts, refusal), 'wrong')
    else session.ended()
  }
  return (
    <Menu label={label} side="end" class="account-menu">
      <a class="menu-entry" href={`${state.root}/account`}>
        {texts.text('account')}
      </a>
      <button type="button" class="menu-entry" onClick={keys.showHelp}>
        {texts.text('keys')}
      </button>
      <button type="button" class="menu-entry" onClick={() => void signOut()}>
        {texts.text('signOut')}
      </button>
      <button type="button" class="menu-entry" onClick={() => void signOutEverywhere()}>
        {texts.text('signOutEverywhere')}
      </button>
    </Menu>
  )
}
