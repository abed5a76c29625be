import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Write = (notice: string) => void

/** The notices that were made before they could be written to the log. */
const waiting: string[] = []
let write: Write = notice => waiting.push(notice)

/** Writes the notices so far, and each one from now on. */
export function writeNotices(to: Write): void {
  write = to
  for (const notice of waiting.splice(0)) to(notice)
}

const SOURCE = /\.[cm]?[jt]s$/
const OLDER = /\bTALK_([A-Z][A-Z0-9_]*)/g
/** With these a plugin could sign sessions of any user, so they are given under no second name. */
const NOT_GIVEN = new Set(['JWT_SECRET', 'JWT_SECRETS'])
/** The older names that have got the value of a newer one. */
const given = new Set<string>()

/**
 * Gives the variables that a file of a plugin names as `TALK_*` the values of `PLATFORM_*`, before the file runs. The
 * log has a notice for each. A variable that is set is left as it is.
 */
export function giveOlderVariables(file: string, env: NodeJS.ProcessEnv = process.env): void {
  if (!SOURCE.test(file)) return
  const names = new Set(Array.from(readFileSync(file, 'utf8').matchAll(OLDER), ([, name = '']) => name))
  const place = relative(process.cwd(), file)
  for (const name of names) {
    const [older, newer] = [`TALK_${name}`, `PLATFORM_${name}`]
    const value = env[newer]
    if (env[older] === undefined && value !== undefined && !NOT_GIVEN.has(name)) {
      env[older] = value
      given.add(older)
    }
    if (given.has(older)) write(`${place} reads ${older}: it gets the value of ${newer}; write that name in the plugin`)
    else if (env[older] !== undefined) write(`${place} reads ${older}: the platform's own name is ${newer}`)
  }
}
