import '@platform/client-kit/styles.css'
import '../styles/index.css'
import { hydrate } from 'preact'
import { en, type Texts } from '../texts/en.ts'
import { StreamContext } from '../thread/context.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamView } from '../thread/stream-view.tsx'
import { createActions } from './actions.ts'
import { createGraph } from './graph.ts'
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
  const texts = (await others[state.lang]?.()) ?? en
  const graph = createGraph(state.site.root, () => null)
  const stream = createStream(state, {
    texts,
    actions: made => createActions(made, graph, { signIn: () => undefined, signOut: () => undefined }),
  })
  hydrate(
    <StreamContext.Provider value={stream}>
      <StreamView />
    </StreamContext.Provider>,
    place,
  )
  stream.alive.value = true
  stream.now.value = Date.now()
  setInterval(() => {
    stream.now.value = Date.now()
  }, 30_000)
  whenIdleAndVisible(place, async () => (await import('./live.ts')).followLive(stream, graph))
}

void start()
