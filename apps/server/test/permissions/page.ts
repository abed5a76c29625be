import { readFileSync } from 'node:fs'

/** A line of the committed page: what it is about, and for whom. */
export interface PageLine {
  readonly place: string
  readonly of: string | null
  readonly cells: Readonly<Record<string, boolean>>
}

export const PAGE = new URL('../../../../docs/reference/permissions.md', import.meta.url)

/** The lines of the page as somebody reads it. */
export function readPage(): PageLine[] {
  const lines: PageLine[] = []
  let callers: string[] = []
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    const [first = '', , ...rest] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    if (first === 'field' || first === 'route') callers = rest
    else if (rest.length > 1 && /^`/.test(first)) {
      const [, place = '', of = null] = /^`([^`]+)`(?:, (.+))?$/.exec(first) ?? []
      lines.push({ place, of, cells: Object.fromEntries(callers.map((caller, i) => [caller, rest[i] === '✓'])) })
    }
  }
  return lines
}

/** As attempts are named. */
export const nameOf = ({ place, of }: Pick<PageLine, 'place' | 'of'>): string =>
  of === null ? place : `${place}, ${of}`
