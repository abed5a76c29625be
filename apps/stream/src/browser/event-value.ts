/** Keys whose texts are ids, times and codes, and never words that a person wrote; all keys of {@link IDS} too. */
const CODES: ReadonlySet<string> = new Set(
  (
    '__typename status statuses role roles reason action_type item_type sort sortBy sortOrder translation_key ' +
    'field_name code cursor created_at updated_at closedAt until'
  ).split(' '),
)
const IDS = /(?:^ids?|_ids?|Ids?)$/
const LONGEST = 200
const DEEPEST = 8

/**
 * The part of an event's value that a site may learn: numbers, switches, and texts under the keys of ids, times and
 * codes. Bodies, names and e-mail addresses stay in the frame, because they may be those of other people.
 */
export function eventValue(value: unknown): unknown {
  return publicPart(value, '', 0)
}

function publicPart(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return isPublicText(key, value) ? value : undefined
  if (typeof value !== 'object' || depth === DEEPEST) return undefined
  if (Array.isArray(value))
    return value.map(each => publicPart(each, key, depth + 1)).filter(each => each !== undefined)
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, publicPart(each, name, depth + 1)] as const)
      .filter(([, each]) => each !== undefined),
  )
}

function isPublicText(key: string, text: string): boolean {
  return text.length <= LONGEST && (CODES.has(key) || IDS.test(key))
}
