import type { PipelineStage } from '../contract/filter.ts'
import { isObject } from './operands.ts'

/** Is thrown where a whole document is needed, or nothing is known about what is needed. */
const ALL = new Error('all fields')

/**
 * The fields of documents that a pipeline needs, so that the others need no memory: those that its stages name until
 * one makes documents of its own, as `$group` does. `undefined` when it needs all, or may.
 */
export function neededFields(stages: readonly PipelineStage[]): ReadonlySet<string> | undefined {
  const fields = new Set(['_id'])
  try {
    for (const stage of stages)
      for (const [name, operand] of Object.entries(stage)) if (noteStage(fields, name, operand)) return fields
    return undefined
  } catch (error) {
    if (error === ALL) return undefined
    throw error
  }
}

/** The fields of documents that an expression names; `undefined` when it needs all, or may. */
export function fieldsOfExpression(expression: unknown): ReadonlySet<string> | undefined {
  const fields = new Set<string>()
  try {
    noteExpression(fields, expression)
    return fields
  } catch (error) {
    if (error === ALL) return undefined
    throw error
  }
}

/** Notes the fields that a stage needs. `true` says that the stages after it see only what it makes. */
function noteStage(fields: Set<string>, name: string, operand: unknown): boolean {
  switch (name) {
    case '$match':
      noteFilter(fields, operand)
      return false
    case '$sort':
      notePaths(fields, operand)
      return false
    case '$skip':
    case '$limit':
      return false
    case '$set':
    case '$addFields':
      noteExpression(fields, operand)
      return false
    case '$unwind':
      noteExpression(fields, isObject(operand) ? operand['path'] : operand)
      return false
    case '$project':
      notePaths(fields, operand)
      noteExpression(fields, operand)
      if (!isInclusive(operand)) throw ALL
      return true
    case '$group':
    case '$bucket':
      noteExpression(fields, operand)
      return true
    case '$count':
      return true
    default:
      throw ALL
  }
}

function notePaths(fields: Set<string>, operand: unknown): void {
  if (!isObject(operand)) throw ALL
  for (const path of Object.keys(operand)) fields.add(rootOf(path))
}

function noteFilter(fields: Set<string>, filter: unknown): void {
  if (!isObject(filter)) throw ALL
  for (const [key, condition] of Object.entries(filter)) {
    if (!key.startsWith('$')) fields.add(rootOf(key))
    else if (key === '$expr') noteExpression(fields, condition)
    else if (Array.isArray(condition)) for (const one of condition) noteFilter(fields, one)
    else if (key !== '$comment') throw ALL
  }
}

/** Operators that name fields in another way than by paths, or that read whole documents. */
const READS_OTHERWISE = new Set(['$getField', '$setField', '$unsetField', '$function', '$accumulator', '$meta'])

function noteExpression(fields: Set<string>, expression: unknown): void {
  if (typeof expression === 'string') noteText(fields, expression)
  else if (Array.isArray(expression)) {
    for (const one of expression) noteExpression(fields, one)
  } else if (isObject(expression)) {
    for (const [key, operand] of Object.entries(expression)) {
      if (READS_OTHERWISE.has(key)) throw ALL
      // `$top` and others name the fields of their order as `$sort` does.
      if (key === 'sortBy') notePaths(fields, operand)
      if (key !== '$literal') noteExpression(fields, operand)
    }
  }
}

function noteText(fields: Set<string>, text: string): void {
  if (text.startsWith('$$')) {
    if (/^\$\$(?:ROOT|CURRENT)(?:\.|$)/.test(text)) throw ALL
  } else if (text.startsWith('$')) fields.add(rootOf(text.slice(1)))
}

/** Whether a projection names what is kept, beside `_id`, and not what is left out. */
function isInclusive(projection: unknown): boolean {
  return Object.entries(projection as object).some(
    ([path, value]) => path !== '_id' && value !== 0 && value !== false && !isObject(value),
  )
}

const rootOf = (path: string): string => path.split('.', 1)[0] as string
