// The frame's side of the messages between the stream and the page of the site around it.
import {
  type EventName,
  type FrameMessages,
  isObject,
  message,
  type Notice,
  type PageMessages,
  readMessage,
  type StreamConfig,
  TO_FRAME,
  TO_PAGE,
  type VisiblePart,
  type Visitor,
} from '../embed/protocol.ts'
import { eventValue } from './event-value.ts'
import { keepHeight, keptHeight } from './kept-height.ts'

/** What the stream does when the page around it asks for something. Each is optional. */
export interface HostCalls {
  /** The options that the site gives to the stream. It comes once, after `ready`, and again after a reload. */
  onConfig?(config: StreamConfig): void
  /** The site signs the visitor in, with a session token of its own. */
  onLogin?(token: string): void
  onLogout?(): void
  /** The visitor clicked outside of the frame: open menus close. */
  onOutsideClick?(): void
  /** The page's address names another comment now. */
  onShowComment?(id: string): void
  onPluginsDebug?(on: boolean): void
}

/** The page around the stream. On the platform's own pages there is none, and every call does nothing. */
export interface Host {
  /** Whether the stream is in a frame. */
  readonly framed: boolean
  /** Tells the page that the stream listens. Call it once all parts of the stream are there. */
  ready(): void
  /** Tells the site that another visitor is signed in, or none. */
  authChanged(visitor: Visitor | null): void
  /** Tells the listeners of the site about an event. Ids, times, counts and codes of the value go out, texts do not. */
  event(name: EventName, value?: unknown): void
  /** The page's address gets the id of the comment that is shown alone; `null` when the whole discussion is shown. */
  viewComment(id: string | null): void
  /** The part of the frame that is on the screen, for dialogs and notices. */
  position(): Promise<VisiblePart>
  /** Whether windows that the frame opens keep their opener; `null` if the page does not know it or answer. */
  keepsOpener(): Promise<boolean | null>
  /** Scrolls the page to an element of the stream, with so many pixels above it. */
  scrollTo(element: Element, room?: number): void
  /** Opens an address in a new window. */
  navigate(address: string): void
  /** Shows a notice at the lower edge of the page; `null` removes it. */
  notify(notice: Notice | null): void
  disconnect(): void
}

/** How long a click waits for an answer of the page: browsers open no window long after it. Milliseconds. */
const PATIENCE = 700

interface HostOptions {
  /** The id of the discussion, under which its last height is kept in the frame's own storage. */
  readonly discussion: string
}

/**
 * Connects the stream with the page around its frame. The last height of this discussion is announced immediately, the
 * height of the document whenever it changes. Call it as early as possible, and `ready()` when the stream can answer.
 * Only the window around the frame is listened to, and only its origin gets what depends on the visitor: the server's
 * `frame-ancestors` has decided already that this site may show the stream.
 *
 * @example
 * const host = connectHost({ onLogin: token => session.begin(token) }, { discussion: asset.id })
 * host.ready()
 */
export function connectHost(calls: HostCalls, { discussion }: HostOptions): Host {
  if (window.parent === window) return ALONE
  const page = createPage()
  let asked: ((part: VisiblePart) => void)[] = []
  let openerAsked: (kept: boolean | null) => void = () => {}
  const receivers = receiversOf(calls, {
    onPosition(part) {
      for (const answer of asked) answer(part)
      asked = []
    },
    onOpener: kept => openerAsked(kept),
  })
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || !page.accepts(origin)) return
    const received = readMessage(data, TO_FRAME)
    if (received) receivers[received.name](received.value)
  }
  addEventListener('message', onMessage)
  const { measure, stop } = announceHeight(discussion, height => page.send(TO_PAGE.height, height))
  return {
    framed: true,
    ready: () => page.send(TO_PAGE.ready, document.title),
    authChanged: visitor => page.send(TO_PAGE.authChanged, visitor),
    event: (name, value = null) => page.send(TO_PAGE.event, { name, value: eventValue(value) }),
    viewComment: id => (id === null ? page.send(TO_PAGE.viewAllComments, null) : page.send(TO_PAGE.viewComment, id)),
    position: () =>
      new Promise(resolve => {
        asked.push(resolve)
        page.send(TO_PAGE.getPosition, null)
      }),
    keepsOpener: () =>
      new Promise(resolve => {
        openerAsked = resolve
        page.send(TO_PAGE.getOpener, null)
        setTimeout(resolve, PATIENCE, null)
      }),
    scrollTo(element, room = 0) {
      // The page can scroll no further than the frame is high.
      measure()
      page.send(TO_PAGE.scrollTo, Math.max(0, element.getBoundingClientRect().top + scrollY - room))
    },
    navigate: address => page.send(TO_PAGE.navigate, address),
    notify: notice => (notice ? page.send(TO_PAGE.notify, notice) : page.send(TO_PAGE.clearNotice, null)),
    disconnect() {
      removeEventListener('message', onMessage)
      stop()
    },
  }
}

type Receivers = Readonly<Record<keyof FrameMessages, (value: unknown) => void>>

interface Answers {
  onPosition(part: VisiblePart): void
  onOpener(kept: boolean | null): void
}

function receiversOf(calls: HostCalls, { onPosition, onOpener }: Answers): Receivers {
  return {
    config: value => isObject(value) && calls.onConfig?.(value),
    position: value => isPart(value) && onPosition(value),
    login: value => typeof value === 'string' && calls.onLogin?.(value),
    logout: () => calls.onLogout?.(),
    click: () => calls.onOutsideClick?.(),
    showComment: value => typeof value === 'string' && calls.onShowComment?.(value),
    pluginsDebug: value => calls.onPluginsDebug?.(value === true),
    opener: value => onOpener(typeof value === 'boolean' ? value : null),
    theme: value =>
      (value === 'light' || value === 'dark') && document.documentElement.setAttribute('data-theme', value),
  }
}

function isPart(value: unknown): value is VisiblePart {
  return isObject(value) && typeof value['top'] === 'number' && typeof value['height'] === 'number'
}

interface Page {
  /** Whether a message of the window around the frame comes from the origin that it has had from the beginning. */
  accepts(origin: string): boolean
  send<Name extends keyof PageMessages>(name: Name, value: PageMessages[Name]): void
}

/** Messages that say nothing about the visitor. They may be sent before the origin of the page is known. */
const IMPERSONAL: ReadonlySet<string> = new Set([TO_PAGE.ready, TO_PAGE.height, TO_PAGE.getPosition])

function createPage(): Page {
  let origin = originAround()
  const waiting: (() => void)[] = []
  const post: Page['send'] = (name, value) =>
    window.parent.postMessage(message<PageMessages, typeof name>(name, value), origin ?? '*')
  return {
    accepts(from) {
      origin ??= from
      for (const send of waiting.splice(0)) send()
      return from === origin
    },
    send(name, value) {
      if (origin !== null || IMPERSONAL.has(name)) post(name, value)
      else waiting.push(() => post(name, value))
    },
  }
}

/** The origin of the page around the frame; `null` in a browser that does not tell it, or with a site that hides it. */
export function originAround(): string | null {
  const [parent] = location.ancestorOrigins ?? []
  if (parent !== undefined && parent !== 'null') return parent
  const referrer = document.referrer ? new URL(document.referrer).origin : null
  // After a form was sent inside the frame, the page before is the platform's own.
  return referrer === location.origin ? null : referrer
}

interface Measuring {
  /** Announces a change that the browser has not told yet. */
  measure(): void
  stop(): void
}

/** Announces the height of the document whenever it changes. */
function announceHeight(discussion: string, announce: (height: number) => void): Measuring {
  const root = document.documentElement
  let last = keptHeight(discussion)
  if (last !== null) announce(last)
  const measure = () => {
    // A document that is still being loaded grows, so a smaller height than the last one is no news yet.
    const height = Math.ceil(root.getBoundingClientRect().height)
    if (height === last || (document.readyState === 'loading' && last !== null && height < last)) return
    last = height
    announce(height)
    keepHeight(discussion, height)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(root)
  // Browsers may not tell the observers of a frame that is not on the screen.
  addEventListener('load', measure)
  return {
    measure,
    stop() {
      removeEventListener('load', measure)
      observer.disconnect()
    },
  }
}

/** The host of a stream that is not in a frame. */
const ALONE: Host = {
  framed: false,
  ready() {},
  authChanged() {},
  event() {},
  viewComment() {},
  position: async () => ({ top: scrollY, height: innerHeight }),
  keepsOpener: async () => null,
  scrollTo: element => element.scrollIntoView(),
  navigate: address => void window.open(address, '_blank', 'noopener'),
  notify() {},
  disconnect() {},
}
