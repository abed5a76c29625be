import { isMap } from './describe.ts'

const LOOKS_SECRET = /secret|token|password|passwd|credential|private|api_?key/i

/** Whether the value of a configuration at a path is secret, by the manifest or by the last part of the path. */
export function isSecretPath(path: string, secrets: readonly string[]): boolean {
  return secrets.includes(path) || LOOKS_SECRET.test(path.split('.').at(-1) ?? '')
}

/** The secret texts of a configuration. */
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

/** The message of a schema, or a general one where it repeats a secret value that is refused. */
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
  // A list is read by its index in the same way.
  return typeof value === 'object' && value !== null
    ? valueAt((value as Readonly<Record<string, unknown>>)[key], rest)
    : undefined
}

function leaves(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  return value === undefined || value === null ? [] : [value]
}
