import type { Projection } from '../contract/filter.ts'
import { type Doc, idFirst, setOwn } from './document.ts'
import { matcherOf } from './matcher.ts'
import { mingo } from './mingo.ts'
import { invalidFilter, operandOf } from './operands.ts'
import { valueAt } from './path.ts'
import { matchedPosition } from './update-path.ts'

type Change = (document: Doc) => Doc

/** Makes a function that reduces a document to the fields of a projection. */
export function projectionOf(projection: Projection | undefined, filter: object): Change {
  const paths = Object.keys(projection ?? {})
  if (!projection || paths.length === 0) return document => document
  const kept = plainInclusion(projection)
  if (kept) return document => pick(document, kept)
  const positional = paths.find(path => path.endsWith('.$'))
  if (positional !== undefined) return matchedElement(projection, positional, filter)
  return slicing(projection) ?? computed(projection)
}

/** Lists the fields of a projection that only names whole top-level fields to return. */
function plainInclusion(projection: Projection): readonly string[] | undefined {
  const fields = Object.keys(projection).filter(path => path !== '_id')
  if (fields.length === 0 || fields.some(path => path.includes('.') || !isOn(projection[path]))) return undefined
  if (projection['_id'] === undefined || isOn(projection['_id'])) return ['_id', ...fields]
  return fields
}

const isOn = (value: unknown): boolean => value === 1 || value === true
const isOff = (value: unknown): boolean => value === 0 || value === false

/** A document with some of its fields. */
export function pick(document: Doc, fields: Iterable<string>): Doc {
  const picked: Doc = {}
  for (const field of fields) if (Object.hasOwn(document, field)) setOwn(picked, field, document[field])
  return picked
}

/** Returns the first element of a list that meets the filter, which the projection names by `list.$`. */
function matchedElement(projection: Projection, positional: string, filter: object): Change {
  const path = positional.slice(0, -2)
  const { [positional]: _element, ...others } = projection
  const project = projectionOf({ ...others, [path]: 1 }, filter)
  // Refuses a filter without a condition on the list.
  matchedPosition([], path, filter)
  return document => {
    const reduced = withValueAt(document, path.split('.'), list => {
      if (!Array.isArray(list)) return list
      // A document that was changed meanwhile need not have the element any more.
      const position = matchedPosition(list, path, filter)
      return list.slice(position, position < 0 ? 0 : position + 1)
    })
    return project(reduced)
  }
}

/** Shortens lists by `$slice`, where no other field is asked for: the document keeps its other fields. */
function slicing(projection: Projection): Change | undefined {
  const slices = Object.entries(projection).flatMap(([path, value]) => {
    const slice = sliceOf(value)
    return slice ? [{ parts: path.split('.'), slice }] : []
  })
  const others = Object.entries(projection).filter(([, value]) => !sliceOf(value))
  if (slices.length === 0 || !others.every(([path, value]) => isOff(value) || path === '_id')) return undefined
  const excluded = Object.fromEntries(others.filter(([, value]) => isOff(value)))
  const exclude = Object.keys(excluded).length === 0 ? (document: Doc) => document : computed(excluded)
  return document => slices.reduce((reduced, { parts, slice }) => withValueAt(reduced, parts, slice), exclude(document))
}

type Slice = (value: unknown) => unknown

/** The slice of a projection `{ $slice: count }` or `{ $slice: [skip, limit] }`. */
function sliceOf(value: unknown): Slice | undefined {
  if (typeof value !== 'object' || value === null || !('$slice' in value)) return undefined
  const operand = operandOf(value.$slice)
  const numbers = Array.isArray(operand) ? (operand as unknown[]) : [operand]
  // Other operands are those of the expression with the same name.
  if (!numbers.every(Number.isFinite)) return undefined
  const [first = 0, limit] = (numbers as number[]).map(Math.trunc)
  if (Array.isArray(operand) && !(limit !== undefined && limit > 0))
    throw invalidFilter('$slice needs a number, or an array of a position and of a number from 1 on')
  return list => (Array.isArray(list) ? sliced(list, first, limit) : list)
}

function sliced(list: readonly unknown[], first: number, limit: number | undefined): readonly unknown[] {
  if (limit === undefined) return first < 0 ? list.slice(first) : list.slice(0, first)
  const start = first < 0 ? Math.max(0, list.length + first) : first
  return list.slice(start, start + limit)
}

/** A copy of a document in which the value at a path, or in each object of a list on it, is changed. */
function withValueAt<V>(value: V, parts: readonly string[], change: (value: unknown) => unknown): V {
  const [part, ...rest] = parts
  if (part === undefined) return change(value) as V
  if (Array.isArray(value)) return value.map((element: unknown) => withValueAt(element, parts, change)) as V
  if (typeof value !== 'object' || value === null || value instanceof Date || !Object.hasOwn(value, part)) return value
  const copy = { ...value }
  setOwn(copy as Doc, part, withValueAt((value as Doc)[part], rest, change))
  return copy
}

/** Leaves a projection with paths and expressions to mingo. */
function computed(projection: Projection): Change {
  const { Query, Context, contextOf, options } = mingo()
  const context = Context.from(contextOf({ projection: { $elemMatch: firstMatch } }), options.context)
  const query = new Query({}, { ...options, context })
  const fields = operandOf(projection) as Record<string, never>
  try {
    // A wrong projection is refused before a document is changed that it would return.
    query.find([], fields).next()
  } catch (error) {
    throw invalidFilter(`The projection cannot be used: ${(error as Error).message}`)
  }
  return document => idFirst(query.find<Doc>([document], fields).next())
}

/** The first element of a list that meets a condition, in a list; `undefined` when there is none. */
function firstMatch(document: Doc, condition: unknown, path: string): unknown[] | undefined {
  const list = valueAt(document, path.split('.'))
  const matches = matcherOf({ list: { $elemMatch: condition } })
  const found = Array.isArray(list) ? list.findIndex((element: unknown) => matches({ list: [element] })) : -1
  return found < 0 ? undefined : [(list as unknown[])[found]]
}
