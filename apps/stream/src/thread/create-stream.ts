import { signal } from '@preact/signals'
import type { Texts } from '../texts/en.ts'
import { createStreamTranslator } from '../texts/translator.ts'
import type { Actions, Configuration, Forms, Sending, Stream, Unread } from './context.ts'
import type { TabPanes } from './core-tabs.ts'
import { createSlotHost, type SlotOptions } from './slot-host.ts'
import type { Focus, StreamState } from './state.ts'
import { Thread } from './thread.ts'

interface CreateOptions extends SlotOptions {
  readonly texts: Texts
  /** The forms about comments. The browser loads them later. */
  readonly forms?: Forms | null
  /** What the tabs of the core open. The browser loads it later. */
  readonly tabPanes?: Partial<TabPanes>
  readonly actions?: (stream: Stream) => Actions | null
}

function configurationOf({ configured, refusedSettings: refused }: StreamState): Configuration {
  return { stored: configured, pending: refused?.changes ?? {}, errors: refused?.errors ?? {} }
}

/** Makes a stream from the state that a page begins with. The server gives no actions. */
export function createStream(
  state: StreamState,
  { texts, forms = null, tabPanes = {}, actions = () => null, ...slots }: CreateOptions,
): Stream {
  const made = {
    state,
    thread: new Thread(state),
    discussion: signal(state.discussion),
    discussionOwn: signal(state.discussionOwn),
    texts: createStreamTranslator(state.lang, texts),
    viewer: signal(state.viewer),
    now: signal(state.readAt),
    alive: signal(false),
    sort: signal(state.sort),
    tag: signal(state.tag),
    pane: signal(state.pane),
    tab: signal(state.tab),
    tabPanes: signal(tabPanes),
    configuration: signal(configurationOf(state)),
    profile: signal(state.profile),
    focus: signal<Focus | null>(state.focus),
    busy: signal(false),
    unread: signal<Unread | null>(null),
    reached: signal<string | null>(null),
    unposted: signal<string | null>(null),
    screenTop: signal<number | null>(null),
    retry: signal<(() => void) | null>(null),
    offline: signal(false),
    shownAnyway: signal<ReadonlySet<string>>(new Set()),
    replying: signal<string | null>(null),
    form: signal(state.form),
    forms: signal(forms),
    done: signal<Stream['done']['value']>(null),
    sending: signal<Sending | null>(null),
    ended: signal<'ended' | 'banned' | null>(null),
    problem: signal<Stream['problem']['value']>(null),
    told: signal<string | null>(null),
    announcement: signal(''),
    actions: null as Actions | null,
  }
  const stream: Stream = Object.assign(made, { slots: createSlotHost(made, slots) })
  made.actions = actions(stream)
  return stream
}
