import { z } from 'zod'
import { isFields } from '../../runtime/is-fields.ts'

/** Whether the value of a filter compares by operators instead of naming a value. */
export function isComparison(value: unknown): boolean {
  return value instanceof RegExp || (isFields(value) && Object.keys(value).some(key => key.startsWith('$')))
}

/** The schema of what is at a path of a record; `null` where the record's schema says nothing. */
export function schemaAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | null {
  const [name, ...rest] = path
  if (name === undefined) return schema
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schemaAt(schema.unwrap(), path)
  if (schema instanceof z.ZodObject) return fieldAt(schema, name, rest)
  // A key of a record can be taken away.
  if (schema instanceof z.ZodRecord)
    return rest.length === 0 ? z.optional(schema.valueType) : schemaAt(schema.valueType, rest)
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest)
  return schema instanceof z.ZodUnknown ? null : z.never()
}

function fieldAt({ shape }: z.ZodObject, name: string, rest: readonly string[]): z.core.$ZodType | null {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field === undefined ? null : schemaAt(field, rest)
}

/** Whether the model has no rule for what is at a path, so that any value or none may be there. */
export function isFree(schema: z.core.$ZodType, path: string): boolean {
  const found = schemaAt(schema, path.split('.'))
  const inner = found instanceof z.ZodOptional ? found.unwrap() : found
  return inner === null || inner instanceof z.ZodUnknown
}
