// The messages between the page of a site and the frame of the stream inside it. Both sides import this file.

/** Every message has this mark, because a page also gets messages of other scripts. */
export const MARK = 'platform-embed'

/** The visitor who is signed in, as the site learns of it. */
export interface Visitor {
  readonly id: string
  readonly username: string
  readonly roles: readonly string[]
}

/** The part of the frame that is on the screen, in pixels from the top of the frame. */
export interface VisiblePart {
  readonly top: number
  readonly height: number
}

/** A short message that the page shows for fifteen seconds. */
export interface Notice {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
}

/**
 * The name of an event for the listeners of the site. The parts in the middle are names of operations, actions and
 * components.
 */
export type EventName =
  | `mutation.${string}.${'begin' | 'success' | 'error'}`
  | `query.${string}.${'loading' | 'ready' | 'error'}`
  | `query.${string}.fetchMore.${string}.${'begin' | 'success' | 'error'}`
  | `subscription.${string}.data`
  | `action.${string}`
  | `ui.${string}.${string}`
  | `plugin.${string}.${string}`

/** An event for the listeners of the site. */
export interface StreamEvent {
  readonly name: EventName
  readonly value: unknown
}

/** What the site gives to the stream: the session of the visitor, and everything that only the stream understands. */
export interface StreamConfig {
  readonly auth_token?: string
  readonly lang?: string
  readonly plugins_config?: Readonly<Record<string, unknown>>
  readonly [other: string]: unknown
}

/** The values of the messages from the frame to the page, by name. */
export interface PageMessages {
  /** The frame listens now, and asks for `config`. The value is the title of its document, in its language. */
  readonly ready: string
  /** The height of the frame's document in pixels. */
  readonly height: number
  /** The frame shows only why it has no discussion; the value is the height of its document in pixels. */
  readonly refused: number
  readonly authChanged: Visitor | null
  /** The frame shows this comment alone; the page adds its id to the address. */
  readonly viewComment: string
  /** The frame shows the whole discussion again; the page removes the id from the address. */
  readonly viewAllComments: null
  /** The frame asks for `position`. */
  readonly getPosition: null
  /** The frame asks for `opener`. */
  readonly getOpener: null
  /** The page scrolls to a place, in pixels from the top of the frame. */
  readonly scrollTo: number
  /** The page opens an address in a new window without an opener. */
  readonly navigate: string
  readonly event: StreamEvent
  readonly notify: Notice
  readonly clearNotice: null
}

/** The values of the messages from the page to the frame, by name. */
export interface FrameMessages {
  readonly config: StreamConfig
  readonly position: VisiblePart
  /** Whether windows that the frame opens keep their opener; `null` if the page does not know it. */
  readonly opener: boolean | null
  /** A session token. */
  readonly login: string
  readonly logout: null
  /** The visitor clicked on the page outside of the frame. */
  readonly click: null
  /** The page's address names this comment now. */
  readonly showComment: string
  readonly pluginsDebug: boolean
  /** The theme that fits the page now. */
  readonly theme: 'light' | 'dark'
}

/** Names of the messages to the page. */
export const TO_PAGE = {
  ready: 'ready',
  height: 'height',
  refused: 'refused',
  authChanged: 'authChanged',
  viewComment: 'viewComment',
  viewAllComments: 'viewAllComments',
  getPosition: 'getPosition',
  getOpener: 'getOpener',
  scrollTo: 'scrollTo',
  navigate: 'navigate',
  event: 'event',
  notify: 'notify',
  clearNotice: 'clearNotice',
} as const satisfies { readonly [Name in keyof PageMessages]: Name }

/** Names of the messages to the frame. */
export const TO_FRAME = {
  config: 'config',
  position: 'position',
  opener: 'opener',
  login: 'login',
  logout: 'logout',
  click: 'click',
  showComment: 'showComment',
  pluginsDebug: 'pluginsDebug',
  theme: 'theme',
} as const satisfies { readonly [Name in keyof FrameMessages]: Name }

/** A message as it is posted. */
export interface Message<Messages, Name extends keyof Messages = keyof Messages> {
  readonly platform: typeof MARK
  readonly name: Name
  readonly value: Messages[Name]
}

/**
 * Makes a message.
 *
 * @example
 * window.parent.postMessage(message<PageMessages, 'height'>(TO_PAGE.height, 840), origin)
 */
export function message<Messages, Name extends keyof Messages>(
  name: Name,
  value: Messages[Name],
): Message<Messages, Name> {
  return { platform: MARK, name, value }
}

/**
 * Reads a message with one of some names; `null` for every other one. The value comes from another window, so the
 * receiver checks its type.
 *
 * @example
 * const received = readMessage(event.data, TO_PAGE)
 */
export function readMessage<Name extends string>(
  received: unknown,
  names: { readonly [N in Name]: N },
): { readonly name: Name; readonly value: unknown } | null {
  if (!isObject(received) || received['platform'] !== MARK) return null
  const name = Object.values<Name>(names).find(known => known === received['name'])
  return name === undefined ? null : { name, value: received['value'] }
}

/** Whether a value is an object, which `null` and a list are not. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
