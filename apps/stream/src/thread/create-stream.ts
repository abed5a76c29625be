import { signal } from '@preact/signals'
import type { Texts } from '../texts/en.ts'
import { createTranslator } from '../texts/translator.ts'
import type { Actions, Stream } from './context.ts'
import type { Focus, StreamState } from './state.ts'
import { Thread } from './thread.ts'

/** Makes a stream from the state that a page begins with. The server gives no actions. */
export function createStream(
  state: StreamState,
  { texts, actions = () => null }: { texts: Texts; actions?: (stream: Stream) => Actions | null },
): Stream {
  const stream = {
    state,
    thread: new Thread(state),
    texts: createTranslator(state.lang, texts),
    viewer: signal(state.viewer),
    now: signal(state.readAt),
    alive: signal(false),
    sort: signal(state.sort),
    tag: signal(state.tag),
    focus: signal<Focus | null>(state.focus),
    busy: signal(false),
    unread: signal(0),
    screenTop: signal<number | null>(null),
    retry: signal<(() => void) | null>(null),
    offline: signal(false),
    shownAnyway: signal<ReadonlySet<string>>(new Set()),
    replying: signal<string | null>(null),
    announcement: signal(''),
    actions: null as Actions | null,
  }
  stream.actions = actions(stream)
  return stream
}
