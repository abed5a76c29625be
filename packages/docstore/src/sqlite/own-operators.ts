import type { Iterator as MingoIterator } from 'mingo/lazy'
import type { Options } from 'mingo/types'
import { assignFields } from './assign.ts'
import { compareValues, isEqualValue } from './compare.ts'
import { type Doc, idFirst } from './document.ts'
import { invalidFilter } from './operands.ts'

/** The parts of mingo that these operators use. */
export interface Library {
  readonly core: typeof import('mingo/core')
  readonly accumulator: typeof import('mingo/operators/accumulator')
  readonly pipeline: typeof import('mingo/operators/pipeline')
}

type Own = Readonly<Record<string, (...parameters: never[]) => unknown>>

/** Comparisons in expressions, which compare values of all types, lists as a whole, and a missing value below null. */
export function ownExpressions({ core: { evalExpr } }: Library): Own {
  const compared =
    (result: (order: number) => unknown) =>
    (document: never, operands: never, options: never): unknown => {
      const [a, b] = evalExpr(document, operands, options) as unknown[]
      if (a === undefined || b === undefined) return result(Number(a !== undefined) - Number(b !== undefined))
      return result(compareValues(a, b))
    }
  return {
    $cmp: compared(Math.sign),
    $eq: compared(order => order === 0),
    $ne: compared(order => order !== 0),
    $gt: compared(order => order > 0),
    $gte: compared(order => order >= 0),
    $lt: compared(order => order < 0),
    $lte: compared(order => order <= 0),
  }
}

/** The options that mingo gives to accumulators, with the document that expressions are about. */
interface Computing extends Options {
  update(locals: { readonly root: unknown }): Options
}

/** Accumulators that collect values, which leave out missing ones, and those of one value, which is in no list. */
export function ownAccumulators({ core: { evalExpr }, accumulator: { $top, $bottom } }: Library): Own {
  const collected = (documents: Doc[], expression: never, options: Computing): unknown[] =>
    documents.map(root => evalExpr(root, expression, options.update({ root }))).filter(value => value !== undefined)
  const first =
    (accumulate: typeof $top) =>
    (...parameters: Parameters<typeof $top>): unknown =>
      accumulate(...parameters)[0]
  return {
    $top: first($top),
    $bottom: first($bottom),
    $push: collected,
    $addToSet: (documents: Doc[], expression: never, options: Computing): unknown[] => {
      const members: unknown[] = []
      const simple = new Set<unknown>()
      for (const value of collected(documents, expression, options)) {
        if (typeof value !== 'object' || value === null) simple.add(value)
        else if (!members.some(member => isEqualValue(member, value))) members.push(value)
      }
      return [...simple, ...members]
    },
  }
}

interface Buckets {
  readonly groupBy: unknown
  readonly boundaries: readonly unknown[]
  readonly default?: unknown
  readonly output?: Doc
}

/** Stages that mingo carries out in another way than MongoDB. */
export function ownStages({ core: { evalExpr }, pipeline: { $group, $project, $sort } }: Library): Own {
  const set = (documents: MingoIterator, fields: object, options: Options): MingoIterator =>
    documents.map<Doc>(document => assignFields(document, fields, one => evalExpr(document, one as never, options)))
  return {
    $set: set,
    $addFields: set,
    $project: (...parameters: Parameters<typeof $project>): MingoIterator => $project(...parameters).map<Doc>(idFirst),
    $bucket: (documents: MingoIterator, stage: Buckets, options: Options): MingoIterator => {
      const fields = { _id: bucketOf(stage), ...(stage.output ?? { count: { $sum: 1 } }) }
      return $sort($group(documents, fields as never, options), { _id: 1 }, options).map<Doc>(idFirst)
    },
  }
}

/** The expression of the lower boundary of the bucket that a document belongs to. */
function bucketOf({ groupBy, boundaries, ...others }: Buckets): object {
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    throw invalidFilter('$bucket needs an array of at least two boundaries')
  const branches = boundaries.slice(0, -1).map((lower, index) => ({
    case: {
      $and: [
        { $gte: [groupBy, { $literal: lower }] },
        { $lt: [groupBy, { $literal: boundaries[index + 1] as unknown }] },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: the name of MongoDB
    then: { $literal: lower },
  }))
  if (!('default' in others)) return { $switch: { branches } }
  return { $switch: { branches, default: { $literal: others.default } } }
}
