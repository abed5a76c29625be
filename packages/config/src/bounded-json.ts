import { getLocation } from 'jsonc-parser'

/** The most lists and objects that may lie within each other: as many as a document of the store may have. */
const DEEPEST = 100

/** What is wrong with a text of JSON. */
export class JsonError extends Error {
  /** The path of the value that is refused, `variables.query.limit`; `null` for a text that is no JSON at all. */
  readonly field: string | null

  constructor(field: string | null, message: string) {
    super(message)
    this.name = 'JsonError'
    this.field = field
  }
}

const TOO_DEEP = `lies within more than ${DEEPEST} lists and objects; nest it less deeply`
const TOO_LARGE = 'is too large a number; give one between -1.7e308 and 1.7e308'

/** The bounds of JSON that came from outside, and what is said of a value beyond them, for readers of its other forms. */
export const JSON_BOUNDS = { deepest: DEEPEST, tooDeep: TOO_DEEP, tooLarge: TOO_LARGE } as const

/**
 * Reads JSON that came from outside. Its values can be walked and printed without running out of stack, and its
 * numbers are numbers: JSON.parse makes Infinity of 1e400, which is printed as null.
 *
 * @throws JsonError
 */
export function parseBoundedJson(text: string): unknown {
  // Counted in the text, because building very deep values takes a hundred times as long.
  const end = endOfBounds(text)
  if (end !== null) throw new JsonError(pathText(getLocation(text.slice(0, end), end).path), TOO_DEEP)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonError(null, 'is not JSON')
  }
  const path = pathOfInfinite(value)
  if (path) throw new JsonError(pathText(path.reverse()), TOO_LARGE)
  return value
}

const QUOTE = 34,
  BACKSLASH = 92,
  OPEN_LIST = 91,
  CLOSE_LIST = 93,
  OPEN_OBJECT = 123,
  CLOSE_OBJECT = 125

/** Where a text is nested too deeply for the first time. */
function endOfBounds(text: string): number | null {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEEPEST) return i
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return null
}

/** The end of a string. Strings are most of a text, so they are skipped by a fast search. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** The keys of the first number that is not finite, from the inside out. */
function pathOfInfinite(value: unknown): PropertyKey[] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? pathInList(value) : pathInObject(value as Readonly<Record<string, unknown>>)
}

function pathInList(list: readonly unknown[]): PropertyKey[] | null {
  for (let i = 0; i < list.length; i++) {
    const path = pathOfInfinite(list[i])
    if (path) return [...path, i]
  }
  return null
}

function pathInObject(object: Readonly<Record<string, unknown>>): PropertyKey[] | null {
  for (const key in object) {
    const path = pathOfInfinite(object[key])
    if (path) return [...path, key]
  }
  return null
}

/** The most names of a path that are shown, and the most characters of each. */
const SHOWN = 8,
  LONGEST_NAME = 60

function pathText(path: readonly PropertyKey[]): string {
  const names = path.slice(0, SHOWN).map(name => String(name).slice(0, LONGEST_NAME))
  return `${names.join('.') || 'input'}${path.length > SHOWN ? '…' : ''}`
}
