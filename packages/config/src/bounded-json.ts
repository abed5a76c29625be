import { getLocation } from 'jsonc-parser'

/** The deepest nesting of lists and objects, which is also the deepest that a document of the store may have. */
const DEEPEST = 100

/**
 * The error of {@link parseBoundedJson}. Its message is the rest of a sentence that begins with `field`.
 *
 * @example
 * if (error instanceof JsonError) console.error(`${error.field ?? 'input'} ${error.message}`)
 */
export class JsonError extends Error {
  /** The path of the refused value, such as `variables.query.limit`; `null` when the text is not JSON. */
  readonly field: string | null

  constructor(field: string | null, message: string) {
    super(message)
    this.name = 'JsonError'
    this.field = field
  }
}

const TOO_DEEP = `lies within more than ${DEEPEST} lists and objects; nest it less deeply`
const TOO_LARGE = 'is too large a number; give one between -1.7e308 and 1.7e308'

/**
 * The bounds of JSON from outside and the messages about values beyond them, for code that reads such values in another
 * form than text.
 *
 * @example
 * if (depth > JSON_BOUNDS.deepest) throw new BadUserInputError(`input ${JSON_BOUNDS.tooDeep}`)
 */
export const JSON_BOUNDS = { deepest: DEEPEST, tooDeep: TOO_DEEP, tooLarge: TOO_LARGE } as const

/**
 * Parses JSON from outside. It refuses nesting deeper than 100 levels, on which recursive code could run out of stack.
 * It also refuses numbers that are too large: `JSON.parse` reads 1e400 as Infinity, which is then written as null.
 *
 * @throws JsonError when the text is not JSON, is nested too deeply, or has a number that is too large
 * @example
 * parseBoundedJson('{"limit": 1e400}') // JsonError: field 'limit', 'is too large a number; ...'
 */
export function parseBoundedJson(text: string): unknown {
  // The depth is counted in the text, because building very deep values takes a hundred times as long.
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

/** Finds the first place at which a text is nested too deeply; `null` when there is none. */
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

/** Finds the end of a string. Strings make up most of a text, so they are skipped by a fast search. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Finds the first number that is not finite. The keys of its path begin with the innermost. */
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

/** How many names of a path a message has at most, and how many characters of each. */
const SHOWN = 8,
  LONGEST_NAME = 60

function pathText(path: readonly PropertyKey[]): string {
  const names = path.slice(0, SHOWN).map(name => String(name).slice(0, LONGEST_NAME))
  return `${names.join('.') || 'input'}${path.length > SHOWN ? '…' : ''}`
}
