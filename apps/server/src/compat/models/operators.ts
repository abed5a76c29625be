import { isFields } from '../../runtime/is-fields.ts'
import { isComparison } from './paths.ts'

type Fields = Readonly<Record<string, unknown>>

/** The operators of an update, each with its paths. */
export type Operators = Record<string, Record<string, unknown>>

/** The operators of an update; fields outside every operator are set. */
export function operatorsOf(update: object): Operators {
  if (Array.isArray(update))
    throw new TypeError(
      'an update of a model is an object, such as {$set: {title: "A title"}}; a pipeline is not understood',
    )
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

/**
 * The operators that are handed to the store. Times move with every change; what an upsert inserts gets the defaults of
 * the fields, and of the parts of nested fields, that neither filter nor update names.
 */
export function operatorsFor({
  filter,
  update,
  upsert,
  now,
  defaults,
}: {
  filter: object
  update: object
  upsert: boolean
  now: Date
  defaults: Readonly<Record<string, unknown>>
}): Operators {
  const { $set = {}, $setOnInsert = {}, ...others } = operatorsOf(update)
  const set = { ...partsOf($set, defaults), updated_at: now }
  if (!upsert) return { ...others, $set: set }
  const inserted = partsOf($setOnInsert, defaults)
  const equal = Object.fromEntries(Object.entries(filter).filter(([, value]) => !isComparison(value)))
  const named = [equal, set, inserted, ...Object.values(others)].flatMap(fields => Object.keys(fields))
  const missing = Object.entries(partsOf(defaults, defaults)).filter(
    ([path]) => !named.some(name => overlap(name, path)),
  )
  return { ...others, $set: set, $setOnInsert: { ...Object.fromEntries(missing), ...inserted } }
}
