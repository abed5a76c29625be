import { DocstoreError } from '../errors.ts'
import { type Doc, setOwn } from './document.ts'
import { matcherOf } from './matcher.ts'

/** The filters that the `$` parts of an update path refer to. */
export interface PathContext {
  readonly filter: object
  readonly arrayFilters: readonly object[]
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
  if (mark === '$') return [matchedPosition(array, path, context.filter)]
  const name = /^\$\[([a-z]\w*)\]$/.exec(mark)?.[1]
  const filters = context.arrayFilters.filter(filter =>
    Object.keys(filter).some(key => key === name || key.startsWith(`${name}.`)),
  )
  if (name === undefined || filters.length === 0) throw invalidUpdate(`No array filter for ${mark} of ${path}`)
  const matchers = filters.map(filter => matcherOf(filter))
  return [...array.keys()].filter(position => matchers.every(matches => matches({ [name]: array[position] })))
}

/** Finds the first element that meets the filter's conditions on the array. */
function matchedPosition(array: readonly unknown[], path: string, filter: object): number {
  const conditions = conditionsOn(path, filter)
  if (conditions.length === 0) throw invalidUpdate(`${path}.$ needs a condition on ${path} in the filter`)
  const found = array.findIndex(element => conditions.some(condition => matcherOf(condition)({ element: [element] })))
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
