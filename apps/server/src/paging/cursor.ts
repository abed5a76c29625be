import { BadUserInputError } from '@platform/plugin-sdk'

/** A value a list is sorted by. */
export type Key = number | string | Date | null

/**
 * Where a page ended: the sort keys of its last item, as text a client hands back unread.
 * An ISO time alone is accepted too: clients of older servers keep those.
 */
export function encodeCursor(keys: readonly Key[]): string {
  return Buffer.from(JSON.stringify(keys.map(key => key instanceof Date ? { t: key.getTime() } : key))).toString('base64url')
}

/**
 * Reads what {@link encodeCursor} wrote, for a list sorted by `length` keys.
 *
 * @throws BadUserInputError for anything else.
 */
export function decodeCursor(cursor: string | number, length: number): Key[] {
  const bad = () => new BadUserInputError('This cursor is not one of this list; take endCursor of a page of the same list')
  if (typeof cursor !== 'string') throw bad()
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cursor) ? new Date(cursor) : null
  if (time && !Number.isNaN(time.getTime()) && length === 2) return [time]
  let parsed: unknown
  try { parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString()) } catch { throw bad() }
  if (!Array.isArray(parsed) || parsed.length !== length) throw bad()
  return parsed.map(entry => {
    if (entry === null || typeof entry === 'string' || (typeof entry === 'number' && Number.isFinite(entry))) return entry
    const time = (entry as { t?: unknown }).t
    if (typeof time !== 'number' || Number.isNaN(new Date(time).getTime())) throw bad()
    return new Date(time)
  })
}
