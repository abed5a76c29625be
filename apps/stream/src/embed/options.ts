import type { Events } from './emitter.ts'
import { isObject, type Visitor } from './protocol.ts'

/** The options that the embed script knows. */
export interface KnownOptions {
  /** The address of the platform, by default the address that the embed script was loaded from. */
  readonly root_url?: string
  /** Accepted for older pages. It has no effect, because the server names the address of its files. */
  readonly static_url?: string
  /** The id of the discussion. Without it the discussion is found by `asset_url`. */
  readonly asset_id?: string
  /** The address of the page that is discussed, by default the canonical address, else the location. */
  readonly asset_url?: string
  /** A session token for the visitor, made by the site. */
  readonly auth_token?: string
  /** Whether the stream waits until its place is near the viewport, by default `true`. */
  readonly lazy?: boolean
  /** The title of the frame for screen readers, by default the title of its document. */
  readonly title?: string
  /** The language of the stream, such as `de`, by default the language of the page. */
  readonly lang?: string
  /** The theme of the stream, by default `auto`: the one that fits the text of the page around it. */
  readonly theme?: 'light' | 'dark' | 'auto'
  /** The least height of the frame in pixels, by default 480. */
  readonly min_height?: number
  /** Is called once with the events of the stream. */
  readonly events?: (events: Events) => void
  /** Is called when the visitor has signed in, with the visitor, and has signed out, with `null`. */
  readonly onAuthChanged?: (visitor: Visitor | null) => void
  /** Configuration for the client parts of plugins, by the name of the plugin. */
  readonly plugins_config?: Readonly<Record<string, unknown>>
  /** Properties of CSS for the notices that the page shows. */
  readonly snackBarStyles?: Readonly<Record<string, string>>
}

/** The options of `Platform.render`. Any option that is not a {@link KnownOptions} goes to the stream unchanged. */
export interface RenderOptions extends KnownOptions {
  readonly [other: string]: unknown
}

type Kind = 'text' | 'theme' | 'number' | 'switch' | 'function' | 'object'

/** The kind of each option. */
export const OPTIONS = {
  root_url: 'text',
  static_url: 'text',
  asset_id: 'text',
  asset_url: 'text',
  auth_token: 'text',
  lazy: 'switch',
  title: 'text',
  lang: 'text',
  theme: 'theme',
  min_height: 'number',
  events: 'function',
  onAuthChanged: 'function',
  plugins_config: 'object',
  snackBarStyles: 'object',
} as const satisfies Readonly<Record<keyof KnownOptions, Kind>>

const NAMES = Object.keys(OPTIONS) as (keyof KnownOptions)[]

/** The attribute of an option: `asset_url` → `asset-url`, `onAuthChanged` → `on-auth-changed`. */
export function attributeOf(option: string): string {
  return option.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`).replace(/_/g, '-')
}

/** The attributes of a custom element that are options, in both forms. */
export function attributeNames(): string[] {
  const names = NAMES.map(attributeOf)
  return [...names, ...names.map(name => `data-${name}`)]
}

/**
 * Reads the options of a script tag or a custom element, from its attributes `data-asset-url` or `asset-url`.
 *
 * @throws TypeError for an attribute that is not of its kind.
 */
export function readAttributes(element: Element): RenderOptions {
  const options: Record<string, unknown> = {}
  for (const option of NAMES) {
    const attribute = attributeOf(option)
    const text = element.getAttribute(`data-${attribute}`) ?? element.getAttribute(attribute)
    if (text !== null) options[option] = READERS[OPTIONS[option]](text, attribute)
  }
  return options
}

const READERS: Readonly<Record<Kind, (text: string, attribute: string) => unknown>> = {
  text: text => text,
  theme: text => text,
  number: Number,
  switch: text => text !== 'false',
  function(text, attribute) {
    const found: unknown = Reflect.get(window, text)
    if (typeof found === 'function') return found
    throw new TypeError(`${attribute}="${text}": there is no such function; give the name of a function of the page`)
  },
  object(text, attribute) {
    try {
      return JSON.parse(text)
    } catch {
      throw new TypeError(`${attribute}: the value is not JSON; write an object such as {"debug": true}`)
    }
  },
}

const WANTED: Readonly<Record<Kind, string>> = {
  text: 'a text',
  theme: 'light, dark or auto',
  number: 'a number',
  switch: 'true or false',
  function: 'a function',
  object: 'an object',
}

/** @throws TypeError for an option that is not of its kind. */
export function checkOptions(options: unknown): RenderOptions {
  if (!isObject(options))
    throw new TypeError('Platform.render: the second argument is no object; give the options, such as {asset_url: "…"}')
  for (const option of NAMES) {
    const value = options[option]
    if (value !== undefined && value !== null && !isOfKind(value, OPTIONS[option]))
      throw new TypeError(`Platform.render: the option ${option} is wrong; give ${WANTED[OPTIONS[option]]}`)
  }
  return options
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'theme') return value === 'light' || value === 'dark' || value === 'auto'
  if (kind === 'number') return typeof value === 'number' && value >= 0 && value < 1e5
  if (kind === 'switch') return typeof value === 'boolean'
  return kind === 'function' ? typeof value === 'function' : isObject(value)
}

/** The options that go to the stream: those that the embed script does not use itself, without functions. */
export function forwarded(options: RenderOptions): Record<string, unknown> {
  const others = Object.keys(options).filter(name => !(name in OPTIONS) || FORWARDED.includes(name))
  const config: Record<string, unknown> = {}
  for (const name of others) config[name] = options[name]
  return JSON.parse(JSON.stringify(config)) as Record<string, unknown>
}

const FORWARDED: readonly string[] = ['auth_token', 'lang', 'plugins_config']
