import '@platform/client-kit/styles.css'
import '../styles/index.css'
import { hydrate } from 'preact'
import { en, type Texts } from '../texts/en.ts'
import { type Stream, StreamContext } from '../thread/context.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamView } from '../thread/stream-view.tsx'
import { createActions } from './actions.ts'
import { followCondition } from './condition.ts'
import { createGraph } from './graph.ts'
import { connectHost, originAround } from './host.ts'
import { createOwn } from './own.ts'
import { resumeReading } from './resume.ts'
import { followScreen } from './screen.ts'
import { createSession, type Session } from './session.ts'
import { resumeSignIn, signInByWindow } from './sign-in-window.ts'
import { whenIdleAndVisible } from './when-visible.ts'

/** Texts of other languages are files of their own, because a page needs one of them. */
const others: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('../texts/de.ts')).de,
}

async function start(): Promise<void> {
  const place = document.getElementById('platform-stream')
  const text = document.getElementById('platform-state')?.textContent
  if (!place || !text) return
  const state = JSON.parse(text) as StreamState
  const origin = originAround()
  const session = createSession({ framed: state.place === 'frame', origin })
  const graph = createGraph(state.site.root, session)
  // The frame announces its height before the texts of another language are loaded.
  const host = connectHost(
    {
      onConfig: ({ auth_token: token }) => token && void signIn(token),
      onLogin: token => void signIn(token),
      onLogout: () => void signOut(),
      onShowComment: id => stream.actions?.focus(id),
    },
    { discussion: state.discussion.id },
  )
  const texts = (await others[state.lang]?.()) ?? en
  const stream = createStream(state, {
    texts,
    actions: made =>
      createActions(made, graph, {
        host,
        session: {
          async signIn(page = 'sign-in') {
            if (origin === null) return host.navigate(`${state.site.root}/${page}`)
            const { root } = state.site
            const parts = { root, origin, address: state.discussion.url, session }
            if (await signInByWindow(parts, page)) await recognise()
          },
          signOut: () => void signOut(),
        },
        keepCollapsed: () => reading.keepCollapsed(),
      }),
  })
  const own = createOwn(stream, graph)
  const recognise = async () => {
    if (!(await own.recognise())) session.forget()
    host.authChanged(visitorOf(stream))
  }
  const signIn = async (token: string) => {
    session.useSiteToken(token)
    await recognise()
  }
  const signOut = async () => {
    await endSession(state.site.root, session)
    own.forget()
    host.authChanged(null)
  }
  hydrate(
    <StreamContext.Provider value={stream}>
      <StreamView />
    </StreamContext.Provider>,
    place,
  )
  stream.alive.value = true
  const reading = resumeReading(stream)
  followCondition(stream)
  followScreen(stream, host)
  host.ready()
  whenIdleAndVisible(place, async () => (await import('./live.ts')).followLive(stream, graph))
  const token = tokenInAddress()
  if (token !== null) await signIn(token)
  else if (state.place === 'frame' && session.likely) await recognise()
  if (state.place !== 'frame' || stream.viewer.value) return
  if (await resumeSignIn({ root: state.site.root, session })) await recognise()
}

function visitorOf({ viewer: { value } }: Stream) {
  return value && { id: value.id, username: value.username, roles: value.role ? [value.role] : [] }
}

async function endSession(root: string, session: Session): Promise<void> {
  await fetch(`${root}/api/v1/auth`, { method: 'DELETE', ...session.credentials() }).catch(() => null)
  session.forget()
}

/** A token that a site puts into the address of the frame. It is read once, and removed from the address. */
function tokenInAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('access_token')
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}

void start()
