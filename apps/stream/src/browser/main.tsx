import '@platform/client-kit/styles.css'
import '../styles/index.css'
import { hydrate } from 'preact'
import type { Texts } from '../texts/en.ts'
import { type Stream, StreamContext } from '../thread/context.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamView } from '../thread/stream-view.tsx'
import { createActions } from './actions.ts'
import { followCondition } from './condition.ts'
import { goToNamed } from './go-to.ts'
import { createGraph } from './graph.ts'
import { connectHost, originAround } from './host.ts'
import { openDraftedReply } from './open-drafted-reply.ts'
import { announceTo } from './operation-events.ts'
import { createOwn } from './own.ts'
import { refreshWhenBack } from './refresh-when-back.ts'
import { resumeReading } from './resume.ts'
import { followNotices, followScreen } from './screen.ts'
import { createSession } from './session.ts'
import { followSession } from './site-header.ts'
import { createVisitor } from './visitor.ts'
import { openWanted } from './wanted.ts'
import { whenIdleAndVisible } from './when-visible.ts'

const english = async (): Promise<Texts> => (await import('../texts/en.ts')).en
/** The texts of each language of this release are a file of their own, because a page needs one of them. */
const released: Readonly<Record<string, () => Promise<Texts>>> = {
  en: english,
  de: async () => (await import('../texts/de.ts')).de,
}

async function start(): Promise<void> {
  const place = document.getElementById('platform-stream')
  const text = document.getElementById('platform-state')?.textContent
  if (!place || !text) return
  const state = JSON.parse(text) as StreamState
  const origin = originAround()
  const session = createSession({ framed: state.place === 'frame', origin })
  // The frame announces its height before its texts are loaded.
  const host = connectHost(
    {
      onConfig: ({ auth_token: token }) => token && void visitor.useSiteToken(token),
      onLogin: token => void visitor.useSiteToken(token),
      onLogout: () => void visitor.signOut(),
      onShowComment: id => stream.actions?.focus(id),
    },
    { discussion: state.discussion.id },
  )
  const graph = createGraph(state.site.root, { session, announce: announceTo(host) })
  const texts = state.texts ?? (await (released[state.lang] ?? english)())
  const stream = createStream(state, {
    texts,
    actions: made =>
      createActions(made, graph, {
        host,
        session: {
          signIn: (page, wanted) => void visitor.signIn(page, wanted),
          signOut: () => void visitor.signOut(),
          refresh: why => visitor.recognise(why),
        },
        keepCollapsed: () => reading.keepCollapsed(),
      }),
  })
  const visitor = createVisitor(stream, { session, host, own: createOwn(stream, graph), origin })
  await takeOver(stream, place)
  const reading = resumeReading(stream, graph)
  followCondition(stream)
  followSession(stream)
  followScreen(stream, host)
  followNotices(stream, host)
  host.ready()
  goToNamed(state, host)
  openWanted(stream, host)
  whenIdleAndVisible(place, async () => (await import('./live.ts')).followLive(stream, graph))
  await visitor.begin()
  // A click on a link that came before is repeated now, by early-click.js.
  dispatchEvent(new Event('platform-ready'))
  void reading.countUnread()
}

/** Takes over what the server drew, and what the reader has written and not posted. */
async function takeOver(stream: Stream, place: Element): Promise<void> {
  // A form that the page begins with is drawn immediately, as the server drew it.
  if (stream.form.value) stream.forms.value = (await import('./changes.ts')).forms
  hydrate(
    <StreamContext.Provider value={stream}>
      <StreamView />
    </StreamContext.Provider>,
    place,
  )
  stream.alive.value = true
  openDraftedReply(stream)
  refreshWhenBack(stream)
}

void start()
