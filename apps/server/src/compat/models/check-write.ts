import { wording } from '@platform/config'
import { z } from 'zod'
import { type InputProblem, refusedFields } from '../../input/invalid-input.ts'
import { isFields } from '../../runtime/is-fields.ts'
import type { Operators } from './operators.ts'
import { isComparison, schemaAt } from './paths.ts'

/** A change of one record, its operators already split into paths. */
export interface Write {
  readonly filter: object
  readonly operators: Operators
  readonly upsert: boolean
}

/**
 * Refuses a change that would leave a record which breaks its model, before it is written: a value that does not fit
 * its field, or a needed field that is taken away.
 *
 * @throws BadUserInputError that names every such field.
 */
export function checkWrite(schema: z.ZodObject, write: Write): void {
  const { $push = {}, $addToSet = {}, $unset = {} } = write.operators
  const added = [...Object.entries($push), ...Object.entries($addToSet)].map(
    ([path, value]) => [path, isFields(value) && Array.isArray(value['$each']) ? value['$each'] : [value]] as const,
  )
  const removed = Object.keys($unset).map(path => [path, undefined] as const)
  const problems = [...valuesOf(write), ...added, ...removed].flatMap(([path, value]) => misfits(schema, path, value))
  if (problems.length > 0) throw refusedFields(problems)
}

/**
 * Says which needed fields a new record would lack; an upsert that finds a record can do without them.
 *
 * @returns the error that refuses the new record, or `null`.
 */
export function missingFields({ shape }: z.ZodObject, write: Write): Error | null {
  const { $unset: _removed, ...operators } = write.operators
  const paths = [...valuesOf(write).map(([path]) => path), ...Object.values(operators).flatMap(Object.keys)]
  const named = new Set(paths.map(path => path.split('.', 1)[0]!))
  const missing = Object.entries(shape)
    .filter(([field, schema]) => !named.has(field) && !z.safeParse(schema, undefined).success)
    .map(([field]) => ({ field, message: 'is missing, and a new record needs it' }))
  return missing.length > 0 ? refusedFields(missing) : null
}

/** The values that a change writes; what an upsert inserts has the values of its filter too. */
function valuesOf({ filter, operators: { $set = {}, $setOnInsert = {} }, upsert }: Write): [string, unknown][] {
  const equal = upsert
    ? Object.entries(filter).filter(([path, value]) => !path.startsWith('$') && !isComparison(value))
    : []
  return [...equal, ...Object.entries($set), ...Object.entries($setOnInsert)]
}

function misfits(schema: z.ZodObject, path: string, value: unknown): InputProblem[] {
  const found = schemaAt(schema, path.split('.'))
  if (found === null) return []
  const { error } = z.safeParse(found, value, { error: wording })
  return (error?.issues ?? []).map(issue => ({ field: [path, ...issue.path].join('.'), message: issue.message }))
}
