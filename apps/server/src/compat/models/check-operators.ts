import { wording } from '@platform/config'
import { z } from 'zod'
import type { InputProblem } from '../../input/invalid-input.ts'
import { isFields } from '../../runtime/is-fields.ts'
import { isFree, schemaAt } from './paths.ts'

/** A field of a record, by the schema of the record and the path in it. */
export interface FieldAt {
  readonly schema: z.ZodObject
  readonly path: string
}

type Check = (field: FieldAt, operand: unknown) => InputProblem[]

/** No schema accepts it, except one that accepts everything. */
const TIMESTAMP = Symbol('a timestamp of the store')

/** For each operator, what is wrong with a value that it could leave in a field. */
const CHECKS: Readonly<Record<string, Check>> = {
  $set: misfits,
  $setOnInsert: misfits,
  $min: misfits,
  $max: misfits,
  $unset: field => misfits(field, undefined),
  $currentDate: (field, operand) =>
    misfits(field, isFields(operand) && operand['$type'] === 'timestamp' ? TIMESTAMP : new Date()),
  $push: added('$push'),
  $addToSet: added('$addToSet'),
  $pull: shortened('$pull'),
  $pullAll: shortened('$pullAll'),
  $pop: shortened('$pop'),
  $inc: computed('$inc', operand => typeof operand === 'number' && Number.isFinite(operand)),
  $mul: computed('$mul', operand => typeof operand === 'number' && Number.isFinite(operand)),
  $bit: computed('$bit', isFields),
  $rename: renamed,
}

/** Says what is wrong with one operator on one field; nothing for an operator that the store refuses itself. */
export function operatorProblems(operator: string, field: FieldAt, operand: unknown): InputProblem[] {
  const check = Object.hasOwn(CHECKS, operator) ? CHECKS[operator] : undefined
  return check?.(field, operand) ?? []
}

/** Says what is wrong with a value in a field. */
export function misfits({ schema, path }: FieldAt, value: unknown): InputProblem[] {
  const found = schemaAt(schema, path.split('.'))
  if (found === null) return []
  const { error } = z.safeParse(found, value, { error: wording })
  return (error?.issues ?? []).map(issue => ({ field: [path, ...issue.path].join('.'), message: issue.message }))
}

function added(operator: string): Check {
  const short = shortened(operator)
  return (field, operand) => {
    const each = isFields(operand) && Array.isArray(operand['$each']) ? operand['$each'] : [operand]
    const isCut = isFields(operand) && operand['$slice'] !== undefined
    return [...misfits(field, each), ...(isCut ? short(field, operand) : [])]
  }
}

/** How many entries stay is not known before the write, so the schema has to accept an empty list. */
function shortened(operator: string): Check {
  return field =>
    misfits(field, []).map(({ message }) => ({
      field: field.path,
      message: `${operator} could leave a list that does not fit (${message}); give the whole list by $set`,
    }))
}

function computed(operator: string, isOperand: (operand: unknown) => boolean): Check {
  return (field, operand) => {
    if (misfits(field, 0).length > 0)
      return [{ field: field.path, message: `is no number, so ${operator} cannot change it; give the value by $set` }]
    const wanted = operator === '$bit' ? 'an operation, such as {or: 4}' : 'a number'
    return isOperand(operand) ? [] : [{ field: field.path, message: `give ${operator} ${wanted}` }]
  }
}

/** The value that is moved is not known before the write. */
function renamed({ schema, path }: FieldAt, target: unknown): InputProblem[] {
  return [path, String(target)]
    .filter(end => !isFree(schema, end))
    .map(field => ({ field, message: 'is a field of the model, so $rename cannot move it; use $set and $unset' }))
}
