import type { z } from 'zod'
import { refusedFields } from '../../input/invalid-input.ts'
import { misfits, operatorProblems } from './check-operators.ts'
import type { Operators } from './operators.ts'
import { isComparison } from './paths.ts'

/** A change of one record, its operators already split into paths. */
export interface Write {
  readonly filter: object
  readonly operators: Operators
  readonly upsert: boolean
}

/**
 * Refuses a change that would leave a record which breaks its model, before it is written: a value that does not fit
 * its field, a needed field that is taken away, or an operator whose result could be either.
 *
 * @throws BadUserInputError that names every such field.
 */
export function checkWrite(schema: z.ZodObject, write: Write): void {
  const problems = [
    ...equalValues(write).flatMap(([path, value]) => misfits({ schema, path }, value)),
    ...Object.entries(write.operators).flatMap(([operator, fields]) =>
      Object.entries(fields).flatMap(([path, operand]) => operatorProblems(operator, { schema, path }, operand)),
    ),
  ]
  if (problems.length > 0) throw refusedFields(problems)
}

/**
 * Says which needed fields a new record would lack; an upsert that finds a record can do without them.
 *
 * @returns the error that refuses the new record, or `null`.
 */
export function missingFields(schema: z.ZodObject, write: Write): Error | null {
  const { $unset: _removed, $pull = {}, $pullAll = {}, $pop = {}, ...operators } = write.operators
  const paths = [...equalValues(write).map(([path]) => path), ...Object.values(operators).flatMap(Object.keys)]
  const named = new Set(paths.map(path => path.split('.', 1)[0]!))
  const unnamed = Object.keys(schema.shape).filter(field => !named.has(field))
  // A list that is only made shorter gets no default, and a new record has none to make shorter.
  const shortened = Object.keys({ ...$pull, ...$pullAll, ...$pop })
  const missing = [...new Set([...unnamed, ...shortened])]
    .filter(path => misfits({ schema, path }, undefined).length > 0)
    .map(field => ({ field, message: 'is missing, and a new record needs it' }))
  return missing.length > 0 ? refusedFields(missing) : null
}

/** What an upsert inserts has the values of its filter too. */
function equalValues({ filter, upsert }: Write): [string, unknown][] {
  return upsert ? Object.entries(filter).filter(([path, value]) => !path.startsWith('$') && !isComparison(value)) : []
}
