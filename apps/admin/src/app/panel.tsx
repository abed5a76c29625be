import { later, SlotHostContext } from '@platform/client-sdk'
import { type ComponentType, h } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import type { Session } from '../browser/session.ts'
import { Notices, takeBackSaid, useNoticesEnd } from '../kit/notices.tsx'
import { type Admin, AdminContext, useAdmin } from './context.ts'
import { Header } from './header.tsx'
import { ForAdministrators, Missing } from './instead.tsx'
import { useKeys } from './use-keys.ts'
import { hasView, VIEWS, type View } from './views.ts'

/** Links that match are answered by the panel, without loading a page. `/admin/install` is a page of the server. */
const inPanel = (root: string) => new RegExp(`^${root.replace(/[^\w/]/g, '\\$&')}/admin(?!/install)(?:[/?#]|$)`)

/** Each view with its title, loaded when it is first opened. */
const drawn = VIEWS.map(view => ({ view, Content: titled(view) }))

function titled(view: View): ComponentType {
  const Content = lazy(view.load)
  return () => {
    const { state, texts } = useAdmin()
    const title = texts.text(view.title)
    useEffect(() => {
      document.title = `${title} · ${state.site.name}`
    }, [title])
    return h(Content, {})
  }
}

/** The whole panel. */
export function Panel({ admin, session }: { readonly admin: Admin; readonly session: Session }) {
  const seen = drawn.filter(({ view }) => hasView(admin.state.viewer, view))
  return (
    <AdminContext.Provider value={admin}>
      <SlotHostContext.Provider value={admin.slots}>
        <LocationProvider scope={inPanel(admin.state.root)}>
          <a class="skip" href="#main">
            {admin.texts.text('skip')}
          </a>
          <Header views={seen.map(({ view }) => view)} session={session} />
          <main id="main" tabIndex={-1}>
            <Router>
              {drawn.map(each => (
                <Route
                  key={each.view.name}
                  path={admin.path(each.view.path)}
                  component={seen.includes(each) ? each.Content : ForAdministrators}
                />
              ))}
              <Route path={admin.path('')} component={Start} />
              <Route default component={Missing} />
            </Router>
          </main>
          <Beside />
          <Notices />
        </LocationProvider>
      </SlotHostContext.Provider>
    </AdminContext.Provider>
  )
}

const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)
const PersonDrawer = later(async () => (await import('../person/person-drawer.tsx')).PersonDrawer)

/** What opens over every view: the list of keys, and the drawer of a user. */
function Beside() {
  const { keys, notice, viewed } = useAdmin()
  useKeys({ help: keys.showHelp, undo: () => takeBackSaid(notice) })
  useNoticesEnd()
  return (
    <>
      {keys.isHelpOpen.value && <KeysDialog onClose={keys.hideHelp} />}
      {viewed.value !== null && (
        <PersonDrawer
          id={viewed.value}
          onClose={() => {
            viewed.value = null
          }}
        />
      )}
    </>
  )
}

/** `/admin` leads to the moderation screen. */
function Start() {
  const { path } = useAdmin()
  const { route } = useLocation()
  useLayoutEffect(() => route(path('/moderate'), true), [])
  return null
}
