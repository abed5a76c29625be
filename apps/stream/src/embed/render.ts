import { createEmitter, type Emitter, type Listener } from './emitter.ts'
import { createFrame, type Frame } from './frame.ts'
import { keepsOpener } from './keeps-opener.ts'
import { whenNear } from './near.ts'
import { checkOptions, forwarded, type RenderOptions } from './options.ts'
import { commentInAddress, commentInHash, pageAddress, setCommentInAddress } from './page-address.ts'
import {
  type FrameMessages,
  isObject,
  message,
  type PageMessages,
  readMessage,
  TO_FRAME,
  TO_PAGE,
  type Visitor,
} from './protocol.ts'
import { watchSilence } from './silence.ts'
import { createSnackBar, setStyles } from './snack-bar.ts'
import { onSystemTheme, type Theme, themeInAddress, themeOf } from './theme.ts'

/** A stream on a page. Calls that come before the stream is ready wait for it. */
export interface Handle {
  /** Listens to events, as `Events.on`. */
  on(pattern: string, listener: Listener): void
  off(pattern: string, listener: Listener): void
  /** Signs the visitor in with a session token of the site. */
  login(token: string): void
  logout(): void
  /** Removes the stream from the page, also one that waits for the viewport. */
  remove(): void
  /** Outlines the slots of plugins. */
  enablePluginsDebug(): void
  disablePluginsDebug(): void
}

const MIN_HEIGHT = 480
let made = 0

/**
 * Shows a discussion in an element of a page.
 *
 * @param from the address of the platform when the options do not name it
 * @throws TypeError for wrong arguments.
 */
export function render(place: unknown, given: unknown, from: string | null): Handle {
  if (!(place instanceof Element))
    throw new TypeError('Platform.render: the first argument is no element; give document.getElementById("comments")')
  const options = checkOptions(given)
  const root = rootOf(options.root_url ?? from)
  if (!place.id) place.id = `platform-comments-${++made}`
  const frame = createFrame(place, {
    title: options.title ?? (/^de\b/i.test(langOf(options)) ? 'Kommentare' : 'Comments'),
    minHeight: options.min_height ?? MIN_HEIGHT,
  })
  const emitter = createEmitter()
  options.events?.(emitter)
  const stream = connect(frame, { root, origin: new URL(root).origin, options, emitter })
  const wanted = options.lazy === false || commentInAddress() !== null
  let loaded = false
  const load = () => {
    if (loaded) return
    loaded = true
    removeEventListener('hashchange', onHash)
    stream.listen()
    frame.load(frameAddress(root, options, giveTheme(frame, options)))
  }
  // A link to a comment loads the comments, too.
  const onHash = () => commentInHash() !== null && load()
  addEventListener('hashchange', onHash)
  const stopWaiting = whenNear(place, load, wanted)
  return {
    on: emitter.on,
    off: emitter.off,
    ...stream.methods,
    remove() {
      stopWaiting()
      removeEventListener('hashchange', onHash)
      stream.end()
      frame.remove()
    },
  }
}

function rootOf(address: string | null): string {
  if (address === null)
    throw new TypeError('Platform.render: the option root_url is missing; give the address of the platform')
  if (!/^https?:\/\/[^/]/.test(address))
    throw new TypeError(`Platform.render: root_url is ${address}; give an address that begins with https://`)
  return address.replace(/[?#].*$/, '').replace(/\/*$/, '/')
}

function frameAddress(root: string, options: RenderOptions, theme: Theme): string {
  const { asset_url, asset_id } = options
  const url = new URL('embed/stream', root)
  const parameters = {
    asset_url: asset_url ?? pageAddress(),
    asset_id,
    comment_id: commentInAddress(),
    lang: langOf(options),
    theme: themeInAddress(theme),
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}

const langOf = ({ lang }: RenderOptions) => lang ?? document.documentElement.lang

/** The discussion as a page of the platform. */
function pageOf(root: string, { asset_url, asset_id }: RenderOptions): string {
  if (asset_id) return `${root}discussions/${encodeURIComponent(asset_id)}`
  return `${root}discussions/by-url?asset_url=${encodeURIComponent(asset_url ?? pageAddress())}`
}

/** Gives the frame's element the theme of its document, without which browsers draw an opaque ground below it. */
function giveTheme({ element, place }: Frame, options: RenderOptions): Theme {
  const theme = themeOf(place, options.theme)
  setStyles(element, { 'color-scheme': theme })
  return theme
}

interface Connected {
  listen(): void
  end(): void
  readonly methods: Pick<Handle, 'login' | 'logout' | 'enablePluginsDebug' | 'disablePluginsDebug'>
}

interface Connection {
  readonly root: string
  readonly origin: string
  readonly options: RenderOptions
  readonly emitter: Emitter
}

type Send = <Name extends keyof FrameMessages>(name: Name, value: FrameMessages[Name]) => void

/** Exchanges messages with the frame. Those of another window or another origin are ignored. */
function connect(frame: Frame, { root, origin, options, emitter }: Connection): Connected {
  const config = forwarded(options)
  const silence = watchSilence(frame, { addressOf: () => pageOf(root, options), lang: langOf(options) })
  const bar = createSnackBar(options.snackBarStyles ?? {})
  let waiting: (() => void)[] | null = []
  const post: Send = (name, value) =>
    frame.element.contentWindow?.postMessage(message<FrameMessages, typeof name>(name, value), origin)
  const send: Send = (name, value) => (waiting ? void waiting.push(() => post(name, value)) : post(name, value))
  const sendTheme = () => post(TO_FRAME.theme, giveTheme(frame, options))
  const onReady = () => {
    const held = waiting ?? []
    waiting = null
    silence.end()
    post(TO_FRAME.config, config)
    sendTheme()
    for (const each of held) each()
  }
  const handlers = receivers(frame, { options, emitter, bar, post, silence, onReady })
  const onMessage = ({ source, origin: sender, data }: MessageEvent) => {
    if (sender !== origin || source !== frame.element.contentWindow) return
    const received = readMessage(data, TO_PAGE)
    if (received) handlers[received.name](received.value)
  }
  const onClick = () => waiting ?? post(TO_FRAME.click, null)
  const onHash = () => {
    const id = commentInHash()
    if (id !== null) send(TO_FRAME.showComment, id)
  }
  let endTheme = () => {}
  return {
    listen() {
      endTheme = onSystemTheme(() => waiting ?? sendTheme())
      addEventListener('message', onMessage)
      addEventListener('hashchange', onHash)
      document.addEventListener('click', onClick)
      silence.begin()
    },
    end() {
      endTheme()
      silence.end()
      removeEventListener('message', onMessage)
      removeEventListener('hashchange', onHash)
      document.removeEventListener('click', onClick)
      waiting = null
      bar.clear()
    },
    methods: {
      login(token) {
        if (typeof token !== 'string' || !token) throw new TypeError('login(token): give the session token as a text')
        config['auth_token'] = token
        send(TO_FRAME.login, token)
      },
      logout() {
        delete config['auth_token']
        send(TO_FRAME.logout, null)
      },
      enablePluginsDebug: () => send(TO_FRAME.pluginsDebug, true),
      disablePluginsDebug: () => send(TO_FRAME.pluginsDebug, false),
    },
  }
}

type Handlers = Readonly<Record<keyof PageMessages, (value: unknown) => void>>

/** What the page does with each message. The values come from another window, so their types are checked. */
function receivers(
  frame: Frame,
  {
    options,
    emitter,
    bar,
    post,
    silence,
    onReady,
  }: Pick<Connection, 'options' | 'emitter'> & {
    readonly bar: ReturnType<typeof createSnackBar>
    readonly post: Send
    readonly silence: Pick<ReturnType<typeof watchSilence>, 'end'>
    readonly onReady: () => void
  },
): Handlers {
  return {
    ready(title) {
      if (!options.title && typeof title === 'string' && title) frame.element.title = title
      onReady()
    },
    height: value => isLength(value) && frame.setHeight(value),
    refused(value) {
      if (!isLength(value)) return
      silence.end()
      frame.shrinkTo(value)
    },
    authChanged: value => (value === null || isVisitor(value)) && options.onAuthChanged?.(value),
    viewComment: value => typeof value === 'string' && setCommentInAddress(value),
    viewAllComments: () => setCommentInAddress(null),
    getPosition: () => post(TO_FRAME.position, frame.visiblePart()),
    getOpener: () => void keepsOpener().then(kept => post(TO_FRAME.opener, kept)),
    scrollTo: value => isLength(value) && frame.scrollTo(value),
    navigate: value => typeof value === 'string' && /^https?:/.test(value) && window.open(value, '_blank', 'noopener'),
    event: value => isObject(value) && typeof value['name'] === 'string' && emitter.emit(value['name'], value['value']),
    notify: bar.show,
    clearNotice: bar.clear,
  }
}

function isVisitor(value: unknown): value is Visitor {
  return isObject(value) && typeof value['id'] === 'string' && Array.isArray(value['roles'])
}

/** The greatest height that a frame gets. Pixels. */
const TALLEST = 1e6

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= TALLEST
}
