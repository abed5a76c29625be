import type { Options } from 'mingo/types'
import type { Doc } from './document.ts'
import { mingo } from './mingo.ts'
import { isObject } from './operands.ts'

/** Groups that documents are added to one by one, so that none of the documents is kept. */
export interface Groups {
  readonly add: (document: Doc) => void
  readonly results: () => Iterable<Doc>
}

type Read = (document: Doc) => unknown

interface Sum {
  readonly name: string
  readonly operand: unknown
}

/** The sums of a `$group`, if it has only such; other accumulators need the documents of a group together. */
function sumsOf(operand: unknown): Sum[] | undefined {
  if (!isObject(operand) || !Object.hasOwn(operand, '_id')) return undefined
  const sums: Sum[] = []
  for (const [name, accumulator] of Object.entries(operand)) {
    if (name === '_id') continue
    const [[operator, summed] = [], ...more] = isObject(accumulator) ? Object.entries(accumulator) : []
    if (operator !== '$sum' || more.length > 0 || /^__proto__$|^\$|\./.test(name)) return undefined
    sums.push({ name, operand: summed })
  }
  return sums
}

/** Whether documents can be added to the groups of a `$group` one by one. */
export const isGroupedOneByOne = (operand: unknown): boolean => sumsOf(operand) !== undefined

/** Makes the groups of a `$group` for which {@link isGroupedOneByOne} holds. */
export function groupsOf(operand: unknown, options: Options): Groups {
  const sums = sumsOf(operand) ?? []
  const reads = sums.map(one => reading(one.operand, options))
  const key = reading((operand as Doc)['_id'], options)
  // There may be as many groups as documents, so a group is no object, but a number: its place in these lists.
  const ids: unknown[] = []
  const totals = sums.map((): number[] => [])
  const simple = new Map<unknown, number>()
  /** The groups of dates, lists and objects, by their texts. */
  const composed = new Map<string, number>()
  const placeIn = <Same>(places: Map<Same, number>, same: Same, id: unknown): number => {
    const known = places.get(same)
    if (known !== undefined) return known
    const place = ids.push(id) - 1
    places.set(same, place)
    for (const total of totals) total.push(0)
    return place
  }
  return {
    add: document => {
      const id = key(document) ?? null
      const isComposed = typeof id === 'object' && id !== null
      const place = isComposed ? placeIn(composed, identityOf(id), id) : placeIn(simple, id, id)
      for (let index = 0; index < reads.length; index += 1) {
        const value = (reads[index] as Read)(document)
        if (typeof value !== 'number') continue
        const total = totals[index] as number[]
        total[place] = (total[place] as number) + value
      }
    },
    *results() {
      for (const [place, id] of ids.entries()) {
        const result: Doc = { _id: id }
        for (const [index, { name }] of sums.entries()) result[name] = totals[index]?.[place]
        yield result
      }
    },
  }
}

/** Makes a function that reads an expression of a document: a path by steps, and all else as the library does. */
function reading(expression: unknown, options: Options): Read {
  if (expression === null || typeof expression === 'number') return () => expression
  const { evalExpr } = mingo()
  const read: Read = document => evalExpr(document, expression as never, options)
  if (typeof expression !== 'string' || !/^\$[^$]/.test(expression)) return read
  const parts = expression.slice(1).split('.')
  return document => {
    let value: unknown = document
    for (const part of parts) {
      // The library knows what a path means that runs through lists.
      if (Array.isArray(value)) return read(document)
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
      value = (value as Doc)[part]
    }
    return value
  }
}

/** A text that those values have in common that MongoDB takes for equal. */
function identityOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value ?? null)
  if (value instanceof Date) return `at ${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map(identityOf).join()}]`
  if (!isObject(value)) return String(value)
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${identityOf(inner)}`).join()}}`
}
