import { isMap } from './describe.ts'

const LOOKS_SECRET = /secret|token|password|passwd|credential|private|api_?key/i

/** Whether what a configuration holds at a path is never shown: the manifest calls it secret, or its name looks secret. */
export function isSecretPath(path: string, secrets: readonly string[]): boolean {
  return secrets.includes(path) || LOOKS_SECRET.test(path.split('.').at(-1)!)
}

/** The texts of a configuration that are never shown. */
export function secretTexts(config: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  const inside = (path: string, value: unknown): string[] =>
    isSecretPath(path, secrets)
      ? leaves(value).filter(leaf => typeof leaf === 'string')
      : Array.isArray(value)
        ? value.flatMap(item => inside(path, item))
        : isMap(value)
          ? Object.entries(value).flatMap(([key, inner]) => inside(`${path}.${key}`, inner))
          : []
  return Object.entries(config).flatMap(([key, value]) => inside(key, value))
}

/** The message of a schema, which may repeat the value it refuses, without the values that the manifest calls secret. */
export function withoutSecretValues(
  message: string,
  { secrets, given }: { secrets: readonly string[]; given: Readonly<Record<string, unknown>> },
): string {
  const values = secrets.flatMap(path => leaves(valueAt(given, path.split('.')))).map(String)
  return values.some(value => value !== '' && message.includes(value))
    ? 'this value is not allowed; it is a secret and is not shown'
    : message
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  // Lists too have values by key.
  return typeof value === 'object' && value !== null
    ? valueAt((value as Readonly<Record<string, unknown>>)[key], rest)
    : undefined
}

function leaves(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  return value === undefined || value === null ? [] : [value]
}
