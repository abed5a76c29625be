import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ConfigProblem } from './config-error.ts'

const LARGEST = 64 * 1024
const ASSIGNMENT = /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*=\s*(?<value>.*)$/

export interface Dotenv {
  readonly values: Readonly<Record<string, string | undefined>>
  readonly problems: readonly ConfigProblem[]
}

const refuse = (message: string): Dotenv => ({ values: {}, problems: [{ variable: '.env', message }] })

/**
 * Checks the lines first, because `parseEnv` skips a line it can't read, and a typo would silently become a default.
 * Problems give the line number and never the line, which may be a secret.
 */
function checkLines(lines: readonly string[]): string[] {
  const problems: string[] = []
  const firstSeen = new Map<string, number>()
  for (let index = 0; index < lines.length; index++) {
    const at = index + 1
    const line = lines[index] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const { name, value = '' } = ASSIGNMENT.exec(line)?.groups ?? {}
    if (name === undefined) {
      problems.push(`line ${at}: must be NAME=VALUE, a # comment or blank`)
      continue
    }
    const earlier = firstSeen.get(name)
    if (earlier !== undefined) problems.push(`line ${at}: sets ${name} again, after line ${earlier}; keep one`)
    else firstSeen.set(name, at)
    index = lastLineOf(lines, index, value)
    if (index === lines.length) problems.push(`line ${at}: the quote that opens the value of ${name} is never closed`)
  }
  return problems
}

/** Gives the index of the line that closes a quoted value, or the number of lines when none does. */
function lastLineOf(lines: readonly string[], start: number, value: string): number {
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined || value.indexOf(quote, 1) !== -1) return start
  const rest = lines.slice(start + 1).findIndex(line => line.includes(quote))
  return rest === -1 ? lines.length : start + 1 + rest
}

/** Says whether `<cwd>/.env` exists, as a file or anything else. */
export function hasDotenv(cwd: string): boolean {
  return statSync(join(cwd, '.env'), { throwIfNoEntry: false }) !== undefined
}

/** Reads `<cwd>/.env`: `NAME=VALUE` lines, comments, quotes, `export`, BOM and CRLF. */
export function readDotenv(cwd: string): Dotenv {
  if (!hasDotenv(cwd)) return { values: {}, problems: [] }
  const file = join(cwd, '.env')
  if (!statSync(file).isFile()) return refuse('must be a file')
  if (statSync(file).size > LARGEST) return refuse(`must have at most ${LARGEST} bytes`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
  } catch (error) {
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code}); fix its permissions or remove it`)
  }
  const problems = checkLines(text.split('\n'))
  return { values: parseEnv(text), problems: problems.map(message => ({ variable: '.env', message })) }
}
