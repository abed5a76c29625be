import type { Texts } from '../texts/en.ts'
import type { StreamState } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'
import { type Drawing, drawOnce } from './drawing.ts'
import { createGraph } from './graph.ts'
import { connectHost, originAround } from './host.ts'
import { keepClicks } from './keep-clicks.ts'
import { keepReading } from './kept-reading.ts'
import { createMissed } from './missed.ts'
import { announceTo } from './operation-events.ts'
import { createSession } from './session.ts'
import { createUnreached } from './unreached.ts'
import { isPersonal, isTabOpen, whenUsed } from './when-used.ts'
import { whenIdleAndVisible } from './when-visible.ts'

const english = async (): Promise<Texts> => (await import('../texts/en.ts')).en
/** The texts of each language of this release are a file of their own, because a page needs one of them. */
const released: Readonly<Record<string, () => Promise<Texts>>> = {
  en: english,
  de: async () => (await import('../texts/de.ts')).de,
}

/**
 * Begins with a page as the server drew it. What draws comments in the browser is loaded when it is needed: for a known
 * reader immediately, otherwise when the reader uses the stream, when something new comes, or after a while.
 */
function start(): void {
  const place = document.getElementById('platform-stream')
  const text = document.getElementById('platform-state')?.textContent
  if (!place || !text) return
  const state = JSON.parse(text) as StreamState
  const origin = originAround()
  const session = createSession({ framed: state.place === 'frame', origin })
  const reading = keepReading(state.discussion.id)
  /** Loads what draws the comments, and acts once it is there, also when the first attempt fails. */
  const draw = (act: (drawn: DrawnStream) => unknown = ignore) => {
    void drawing.done.then(act)
    const begun = drawing.begin()
    begun.catch(ignore)
    return begun
  }
  // The frame announces its height before anything else is loaded.
  const host = connectHost(
    {
      onConfig({ auth_token: token, plugins_config: config }) {
        if (token) void draw(({ visitor }) => visitor.useSiteToken(token))
        if (config && Object.keys(config).length > 0)
          void draw(async ({ stream }) => (await import('./configure-parts.ts')).configureParts(stream.slots, config))
      },
      onPluginsDebug: debug => void draw(({ stream }) => stream.slots.configure({ debug })),
      onLogin: token => draw(({ visitor }) => visitor.useSiteToken(token)),
      onLogout: () => draw(({ visitor }) => visitor.signOut()),
      onShowComment: id => draw(({ stream }) => stream.actions?.focus(id)),
    },
    { discussion: state.discussion.id },
  )
  const graph = createGraph(state.site, { session, announce: announceTo(host) })
  const drawing: Drawing = drawOnce(async () => {
    const [{ drawStream }, texts] = await Promise.all([
      import('./draw-stream.tsx'),
      state.texts ?? (released[state.lang] ?? english)(),
    ])
    return drawStream(state, { place, texts, session, host, graph, reading, origin })
  })
  const unreached = createUnreached(place, host)
  keepClicks(place, drawing, unreached)
  void drawing.done.then(unreached.clear)
  host.ready()
  if (isPersonal(state, { session, reading })) void draw()
  else {
    // The buttons that only a script answers are shown, because clicks on them are kept.
    place.querySelector('.stream')?.classList.add('alive')
    whenUsed(place, draw)
    // The effects of a plugin's tab, which may ask for what the tab shows, run once it is drawn here.
    if (isTabOpen(state)) whenIdleAndVisible(place, draw)
  }
  const { build } = state.site
  if (build !== null)
    void import('./follow-build.ts').then(({ followBuild }) => followBuild(state.site, build, drawing))
  const readMissed = createMissed(state, { graph, drawing })
  whenIdleAndVisible(place, async () => (await import('./live.ts')).followLive(state, { graph, drawing, readMissed }))
  // A click on a link that came before is repeated now, by early-click.js.
  dispatchEvent(new Event('platform-ready'))
}

/** Without the network the page stays as the server drew it, until the next attempt. */
const ignore = () => undefined

start()
