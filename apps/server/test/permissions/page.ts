import { readFileSync } from 'node:fs'

/** A row of the reference page: a field or route, and the callers who may use it. */
export interface PermissionRow {
  /** Such as `RootQuery.users` or `POST /api/v1/setup`. */
  readonly place: string
  /** The case of the field that the row is about, such as `another user`; `null` for all cases. */
  readonly of: string | null
  /** For each column, whether such a caller is allowed. */
  readonly cells: Readonly<Record<string, boolean>>
}

export const PAGE = new URL('../../../../docs/reference/permissions.md', import.meta.url)

/** Reads the rows of the page, as operators read them. */
export function readPage(): PermissionRow[] {
  const rows: PermissionRow[] = []
  let callers: string[] = []
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    const [first = '', , ...rest] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    if (first === 'field' || first === 'route') callers = rest
    else if (rest.length > 1 && /^`/.test(first)) {
      const [, place = '', of = null] = /^`([^`]+)`(?:, (.+))?$/.exec(first) ?? []
      rows.push({ place, of, cells: Object.fromEntries(callers.map((caller, i) => [caller, rest[i] === '✓'])) })
    }
  }
  return rows
}

/** The name of a row in failures of a test. */
export const nameOf = ({ place, of }: Pick<PermissionRow, 'place' | 'of'>): string =>
  of === null ? place : `${place}, ${of}`
