/** A key of a plugin's configuration, as its schema tells of it. */
export interface ConfigKey {
  readonly key: string
  /** `string`, `number` ...; `null` when the schema does not say. */
  readonly type: string | null
  readonly description: string | null
  readonly required: boolean
}

interface JsonSchema { readonly properties?: Readonly<Record<string, { readonly type?: unknown; readonly enum?: readonly unknown[]; readonly description?: unknown }>>; readonly required?: readonly string[] }
interface Telling { readonly '~standard'?: { readonly jsonSchema?: { input(options: { target: string }): JsonSchema } }; readonly shape?: unknown; readonly entries?: unknown }

/** The keys a schema knows; `null` when its library can't tell. */
export function keysOf(schema: unknown): readonly ConfigKey[] | null {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return null
  const { '~standard': standard, shape, entries } = schema as Telling
  try {
    const { properties, required = [] } = standard?.jsonSchema?.input({ target: 'draft-2020-12' }) ?? {}
    if (properties) return Object.entries(properties).map(([key, { type, enum: values, description }]) => ({
      key, required: required.includes(key),
      type: values ? values.map(value => JSON.stringify(value)).join(' | ') : typeof type === 'string' ? type : null,
      description: typeof description === 'string' ? description : null,
    }))
  } catch { /* A part of the schema has no JSON form; its keys are still there. */ }
  const named = [shape, entries].find(value => typeof value === 'object' && value !== null)
  return named ? Object.keys(named).map(key => ({ key, type: null, description: null, required: false })) : null
}

/** `WEBHOOK_URL` for `webhookUrl`, `webhook-url` and `webhook_url`. */
export function variableKey(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()
}
