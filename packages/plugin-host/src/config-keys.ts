/** A key of a plugin's configuration, as its schema describes it. */
export interface ConfigKey {
  readonly key: string
  /** `string`, `number` ...; `null` when the schema does not say. */
  readonly type: string | null
  readonly description: string | null
  readonly required: boolean
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: unknown
}
type Describe = (options: { target: string }) => JsonSchema
/** A schema, as far as its library describes it. */
interface DescribedSchema {
  readonly '~standard'?: { readonly jsonSchema?: { readonly input: Describe; readonly output?: Describe } }
  readonly shape?: unknown
  readonly entries?: unknown
}
const TARGET = { target: 'draft-2020-12' }

/** The JSON Schema of a plugin's configuration; `null` when its library does not describe it. */
export function jsonSchemaOf(schema: unknown): object | null {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return null
  try {
    return (schema as DescribedSchema)['~standard']?.jsonSchema?.input(TARGET) ?? null
  } catch {
    return null
  }
}

/** The keys of a schema; `null` when its library does not describe them. */
export function keysOf(schema: unknown): readonly ConfigKey[] | null {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return null
  const { '~standard': standard, shape, entries } = schema as DescribedSchema
  try {
    const { properties, required = [] } = standard?.jsonSchema?.input(TARGET) ?? {}
    if (properties)
      return Object.entries(properties).map(([key, { type, enum: values, description }]) => ({
        key,
        required: required.includes(key),
        type: values ? values.map(value => JSON.stringify(value)).join(' | ') : typeof type === 'string' ? type : null,
        description: typeof description === 'string' ? description : null,
      }))
  } catch {
    /* A part of the schema has no JSON form, but the names of its keys can still be read. */
  }
  const named = [shape, entries].find(value => typeof value === 'object' && value !== null)
  return named ? Object.keys(named).map(key => ({ key, type: null, description: null, required: false })) : null
}

/** The `paths` (`smtp.password`) that name no key of a schema, neither of its input nor of its output. */
export function unknownPaths(schema: unknown, paths: readonly string[]): string[] {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return []
  const { input, output } = (schema as DescribedSchema)['~standard']?.jsonSchema ?? {}
  const schemas = [input, output].flatMap(describe => {
    try {
      return describe ? [describe(TARGET)] : []
    } catch {
      return []
    }
  })
  // A library without JSON schemas may still have the names of the keys.
  const keys = schemas.length === 0 ? keysOf(schema) : null
  if (keys) return paths.filter(path => !keys.some(({ key }) => key === path.split('.')[0]))
  return schemas.length === 0 ? [] : paths.filter(path => !schemas.some(json => mayHave(json, path.split('.'))))
}

/** Whether a value may have a path. Only a schema that lists its keys and allows no others can exclude it. */
function mayHave({ properties, additionalProperties }: JsonSchema, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || !properties || (additionalProperties !== undefined && additionalProperties !== false))
    return true
  const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
  return inner !== undefined && mayHave(inner, rest)
}

/** `WEBHOOK_URL` for `webhookUrl`, `webhook-url` and `webhook_url`. */
export function variableKey(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}
