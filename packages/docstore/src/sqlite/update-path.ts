import { DocstoreError } from '../errors.ts'
import { type Doc, setOwn } from './document.ts'
import { matcherOf } from './matcher.ts'

type Matches = (document: Doc) => boolean

/** The filters that the `$` parts of an update path refer to. */
export interface PathContext {
  readonly filter: object
  /** By the names of `$[name]`. */
  readonly arrayFilters: ReadonlyMap<string, Matches>
}

/** The place of a value: an object or an array, and the key in it. */
export interface Place {
  readonly holder: Doc
  readonly key: string
}

export function invalidUpdate(message: string): DocstoreError {
  return new DocstoreError('DOCSTORE_UPDATE_INVALID', message)
}

/** Finds the places of an update path in a document. With `create`, missing objects on the path are created. */
export function placesOf(document: Doc, path: string, context: PathContext & { readonly create: boolean }): Place[] {
  const parts = path.split('.')
  if (parts.includes('') || parts.includes('__proto__')) throw invalidUpdate(`${JSON.stringify(path)} is not a path`)
  const concrete = parts.some(part => part.startsWith('$')) ? expand(document, parts, context) : [parts]
  return concrete.flatMap(candidate => findPlace(document, candidate, context.create) ?? [])
}

function findPlace(document: Doc, parts: readonly string[], create: boolean): Place | undefined {
  let holder: Doc = document
  for (const [depth, part] of parts.slice(0, -1).entries()) {
    requireKey(holder, part, parts, create)
    let inner = Object.hasOwn(holder, part) ? holder[part] : undefined
    if (inner === undefined) {
      if (!create) return undefined
      inner = {}
      put({ holder, key: part }, inner)
    }
    if (typeof inner !== 'object' || inner === null || inner instanceof Date) {
      if (!create) return undefined
      throw invalidUpdate(
        `Cannot create field ${parts[depth + 1]} in ${parts.slice(0, depth + 1).join('.')}, which is not an object`,
      )
    }
    holder = inner as Doc
  }
  const key = parts.at(-1) as string
  requireKey(holder, key, parts, create)
  return { holder, key }
}

/** Refuses a key of an array that is no position. */
function requireKey(holder: Doc, key: string, parts: readonly string[], create: boolean): void {
  if (create && Array.isArray(holder) && !/^(0|[1-9]\d{0,5})$/.test(key)) {
    throw invalidUpdate(`Cannot create field ${key} of ${parts.join('.')} in an array`)
  }
}

/** Reads the value at a place; `undefined` when there is none. */
export function take(place: Place): unknown {
  return Object.hasOwn(place.holder, place.key) ? place.holder[place.key] : undefined
}

/** Sets the value at a place. An array that is too short is filled with nulls. */
export function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(key)) holder.push(null)
  setOwn(holder, key, value)
}

/** Resolves `$`, `$[]` and `$[name]` to positions. */
function expand(document: Doc, parts: readonly string[], context: PathContext): string[][] {
  const at = parts.findIndex(part => part.startsWith('$'))
  if (at < 1) {
    if (at === 0) throw invalidUpdate(`${parts.join('.')} cannot begin with $`)
    return [[...parts]]
  }
  const before = parts.slice(0, at)
  const place = findPlace(document, before, false)
  const array = place && take(place)
  if (!Array.isArray(array)) throw invalidUpdate(`${before.join('.')} is not an array, as ${parts.join('.')} needs`)
  const positions = positionsOf(array, parts[at] as string, before.join('.'), context)
  return positions.flatMap(position => expand(document, [...before, String(position), ...parts.slice(at + 1)], context))
}

function positionsOf(array: readonly unknown[], mark: string, path: string, context: PathContext): number[] {
  if (mark === '$[]') return [...array.keys()]
  if (mark === '$') return [requirePosition(array, path, context.filter)]
  const name = nameOf(mark)
  const matches = name === undefined ? undefined : context.arrayFilters.get(name)
  if (name === undefined || !matches) throw invalidUpdate(`No array filter for ${mark} of ${path}`)
  return [...array.keys()].filter(position => matches({ [name]: array[position] }))
}

/** The name in a part `$[name]` of a path. */
const nameOf = (part: string): string | undefined => /^\$\[([a-z]\w*)\]$/.exec(part)?.[1]

/**
 * Reads the array filters of an update, each with the name that all its conditions begin with.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID` when a filter is not used, and when a path has none
 */
export function arrayFiltersOf(filters: readonly object[], paths: readonly string[]): Map<string, Matches> {
  const used = new Set(paths.flatMap(path => path.split('.').flatMap(part => nameOf(part) ?? [])))
  const read = new Map<string, Matches>()
  for (const filter of filters) {
    const [name, ...others] = new Set(namesIn(filter))
    if (name === undefined || others.length > 0)
      throw invalidUpdate(`An array filter needs conditions that all begin with one name: ${JSON.stringify(filter)}`)
    if (read.has(name)) throw invalidUpdate(`There are two array filters for ${name}; join them by $and`)
    if (!used.has(name)) throw invalidUpdate(`The array filter for ${name} is not used by any path $[${name}]`)
    read.set(name, matcherOf(filter))
  }
  const missing = [...used].find(name => !read.has(name))
  if (missing !== undefined) throw invalidUpdate(`No array filter for $[${missing}]`)
  return read
}

function namesIn(filter: object): string[] {
  return Object.entries(filter).flatMap(([key, condition]: [string, unknown]) => {
    if (!key.startsWith('$')) return [key.split('.')[0] as string]
    return Array.isArray(condition) ? condition.flatMap((branch: object) => namesIn(branch)) : []
  })
}

/** Finds the first element that meets one of the filter's conditions on the array; -1 when there is none. */
export function matchedPosition(array: readonly unknown[], path: string, filter: object): number {
  const matchers = conditionsOn(path, filter).map(condition => matcherOf(condition))
  if (matchers.length === 0) throw invalidUpdate(`${path}.$ needs a condition on ${path} in the filter`)
  return array.findIndex(element => matchers.some(matches => matches({ element: [element] })))
}

function requirePosition(array: readonly unknown[], path: string, filter: object): number {
  const found = matchedPosition(array, path, filter)
  if (found < 0) throw invalidUpdate(`No element of ${path} meets the filter`)
  return found
}

function conditionsOn(path: string, filter: object): object[] {
  return Object.entries(filter).flatMap(([key, condition]: [string, unknown]): object[] => {
    if (key === '$and' && Array.isArray(condition))
      return condition.flatMap((branch: object) => conditionsOn(path, branch))
    if (key === path) return [{ element: condition }]
    return key.startsWith(`${path}.`) ? [{ [`element${key.slice(path.length)}`]: condition }] : []
  })
}
