import { loadParts, reportFailuresTo, reportMissing } from '@platform/client-sdk'
import { hydrate } from 'preact'
import { partModules } from '../parts/listed-parts.ts'
import type { Texts } from '../texts/en.ts'
import type { Stream } from '../thread/context.ts'
import { createStream } from '../thread/create-stream.ts'
import type { StreamState } from '../thread/state.ts'
import { StreamPage } from '../thread/stream-page.tsx'
import { createActions } from './actions.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { followCondition } from './condition.ts'
import { goToNamed } from './go-to.ts'
import type { Graph } from './graph.ts'
import type { Host } from './host.ts'
import type { KeptReading } from './kept-reading.ts'
import { openDraftedReply } from './open-drafted-reply.ts'
import { createOwn } from './own.ts'
import { refreshWhenBack } from './refresh-when-back.ts'
import { resumeReading } from './resume.ts'
import { followNotices, followScreen } from './screen.ts'
import type { Session } from './session.ts'
import { followSession } from './site-header.ts'
import { loadTabPane } from './tab-panes.tsx'
import { readTyped, restoreTyped } from './typed.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { openWanted } from './wanted.ts'

interface Page {
  /** The element whose content the server drew. */
  readonly place: Element
  readonly texts: Texts
  readonly session: Session
  readonly host: Host
  readonly graph: Graph
  readonly reading: KeptReading
  /** The origin of the page around the frame; `null` without one. */
  readonly origin: string | null
}

/** A stream that the browser draws. */
export interface DrawnStream {
  readonly stream: Stream
  readonly visitor: Visitor
  readonly news: CatchUp
  /** Resolves once it is known who reads. */
  readonly begun: Promise<void>
}

/** Takes over what the server drew, and what the reader has written and not posted. */
export async function drawStream(state: StreamState, page: Page): Promise<DrawnStream> {
  const { place, texts, session, host, graph, origin } = page
  const parts = await loadParts(state.parts, reportMissing, partModules)
  const stream = createStream(state, {
    texts,
    parts,
    onFailure: reportFailuresTo(state.site.root),
    actions: made =>
      createActions(made, graph, {
        host,
        session: {
          signIn: (to, wanted) => void visitor.signIn(to, wanted),
          signOut: () => void visitor.signOut(),
          refresh: async why => void (await visitor.recognise(why)),
        },
        keepCollapsed: () => reading.keepCollapsed(),
      }),
  })
  const visitor = createVisitor(stream, { session, host, own: createOwn(stream, graph), origin })
  // A form that the page begins with is drawn immediately, as the server drew it.
  if (state.form) stream.forms.value = (await import('./changes.ts')).forms
  await loadTabPane(stream, state.tab)
  const typed = readTyped(place)
  hydrate(<StreamPage stream={stream} />, place)
  stream.alive.value = true
  restoreTyped(typed)
  openDraftedReply(stream)
  refreshWhenBack(stream)
  const reading = resumeReading(stream, graph, page.reading)
  followCondition(stream)
  followSession(stream)
  followScreen(stream, host)
  followNotices(stream, host)
  goToNamed(state, host)
  openWanted(stream, host)
  const begun = visitor.begin()
  void begun.then(() => reading.countUnread())
  await beginParts(stream)
  return { stream, visitor, news: createCatchUp(stream, graph), begun }
}

/** Runs `init` of the parts that have one, before the clicks that came early are repeated: parts hear of those, too. */
async function beginParts(stream: Stream): Promise<void> {
  const starting = stream.slots.parts.filter(({ part }) => part.init)
  if (starting.length === 0) return
  try {
    const { startParts } = await import('./start-parts.ts')
    startParts(stream, starting)
  } catch {
    // Without the network the comments can be used nevertheless.
  }
}
