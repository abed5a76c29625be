import { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

/** The operators of an update, each with its paths. */
export type Operators = Record<string, Record<string, unknown>>

/** The operators of an update; fields outside every operator are set. */
export function operatorsOf(update: object): Operators {
  const [operators, plain]: [Operators, Record<string, unknown>] = [{}, {}]
  for (const [key, value] of Object.entries(update))
    if (key.startsWith('$')) operators[key] = value as Record<string, unknown>
    else plain[key] = value
  return Object.keys(plain).length === 0 ? operators : { ...operators, $set: { ...plain, ...operators['$set'] } }
}

/**
 * Splits values of nested fields into values of their parts, as far as the model's defaults have parts: parts that are
 * not named keep their value, or get their default.
 *
 * @example
 * partsOf({ status: { banned: { status: true } } }, { status: { banned: { status: false, history: [] } } })
 * // { 'status.banned.status': true }
 */
export function partsOf(values: Fields, defaults: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => split(path, value, valueAt(defaults, path.split('.')))),
  )
}

function split(path: string, value: unknown, defaultValue: unknown): [path: string, value: unknown][] {
  if (!isFields(value) || !isFields(defaultValue) || Object.keys(defaultValue).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, part]) => split(`${path}.${name}`, part, defaultValue[name]))
}

function valueAt(defaults: Fields, [name = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(defaults, name) ? defaults[name] : undefined
  return rest.length === 0 || value === undefined ? value : valueAt(isFields(value) ? value : {}, rest)
}

/** Whether two paths are the same, or one leads into the other. */
export function overlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}

/** Whether a value is an object with fields, and no date or other value with a form of its own. */
export function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

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
