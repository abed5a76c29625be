import { describeThrown } from '@platform/plugin-host'

/** Properties of an error that GraphQL, the log and the answers read. */
const READ = [
  'name',
  'message',
  'stack',
  'cause',
  'code',
  'status',
  'expose',
  'path',
  'locations',
  'nodes',
  'source',
  'positions',
  'originalError',
  'errors',
  'translation_key',
  'metadata',
] as const

/** The most errors of a chain that are looked at, because an error may be its own cause. */
const MOST_CAUSES = 8

/** Whether all that is read of a value can be read: a getter of it, or a proxy around it, may throw. */
function canBeRead(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return true
  try {
    void (value instanceof Error && 'message' in value)
    for (const name of [...READ, ...Object.keys(value)]) void Reflect.get(value, name)
    // Refusals of GraphQL say their code and status in here.
    const extensions: unknown = Reflect.get(value, 'extensions')
    for (const name of ['code', 'http']) void (extensions as Record<string, unknown> | null | undefined)?.[name]
    return true
  } catch {
    return false
  }
}

/** Whether a value is an error all of whose properties can be read. */
export function isReadable(error: unknown): error is Error {
  return canBeRead(error) && error instanceof Error && typeof error.message === 'string'
}

/** A thrown value as it is, or an error in place of one that can't be read. */
export function readable(thrown: unknown): unknown {
  return canBeRead(thrown) ? thrown : new Error(`threw ${describeThrown(thrown)}`)
}

/**
 * An error and what led to it, the error itself first. It ends before a cause that can't be read, or that was there
 * before, and never throws.
 *
 * @param by - the property that has the cause.
 */
export function causesOf(error: unknown, by: 'cause' | 'originalError' = 'cause'): readonly unknown[] {
  const causes = new Set<unknown>()
  let next = error
  while (next !== undefined && next !== null && causes.size < MOST_CAUSES && !causes.has(next) && canBeRead(next)) {
    causes.add(next)
    next = typeof next === 'object' ? Reflect.get(next, by) : undefined
  }
  return [...causes]
}

/** What an error says beside its text, to be written into an answer; nothing when JSON can't have it. */
export function writable(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    JSON.stringify(facts)
    return facts
  } catch {
    return {}
  }
}
