import { BadUserInputError } from '@platform/plugin-sdk'

/** A value by which a list is sorted. */
export type Key = number | string | Date | null

/**
 * The cursor of an item: its sort keys as a text that clients send back unchanged. {@link decodeCursor} accepts an ISO
 * time, too, because clients of older servers keep those.
 */
export function encodeCursor(keys: readonly Key[]): string {
  return Buffer.from(JSON.stringify(keys.map(key => (key instanceof Date ? { t: key.getTime() } : key)))).toString(
    'base64url',
  )
}

/**
 * Reads a cursor of {@link encodeCursor} for a list sorted by these keys: a path that ends in `_at` has a time,
 * `id` and one that ends in `_id` a text, any other path a number. `null` stands for a missing field.
 *
 * @throws BadUserInputError for any other text.
 */
export function decodeCursor(cursor: string | number | Date, keys: readonly string[]): Key[] {
  const bad = () =>
    new BadUserInputError('This cursor is not one of this list; take endCursor of a page of the same list')
  if (cursor instanceof Date && !Number.isNaN(cursor.getTime()) && keys.length === 2) return [cursor]
  if (typeof cursor !== 'string') throw bad()
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cursor) ? new Date(cursor) : null
  if (time && !Number.isNaN(time.getTime()) && keys.length === 2) return [time]
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw bad()
  }
  if (!Array.isArray(parsed) || parsed.length !== keys.length) throw bad()
  const entries: readonly unknown[] = parsed
  return keys.map((key, i) => {
    const value = entries[i] === null && key !== 'id' ? null : keyFrom(key, entries[i])
    if (value === undefined) throw bad()
    return value
  })
}

function keyFrom(key: string, entry: unknown): Key | undefined {
  if (/(^|_)id$/.test(key)) return typeof entry === 'string' ? entry : undefined
  if (!key.endsWith('_at')) return typeof entry === 'number' && Number.isFinite(entry) ? entry : undefined
  const { t: time } = (entry ?? {}) as { t?: unknown }
  return typeof time === 'number' && !Number.isNaN(new Date(time).getTime()) ? new Date(time) : undefined
}
