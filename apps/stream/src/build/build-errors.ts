import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** An error of the bundler: one, or a list of them. */
interface BundlerError {
  readonly message?: string
  readonly errors?: readonly BundlerError[]
}

/** The texts of a failed build. Each names the file and the line, as far as the bundler knows them. */
export function buildErrors(error: unknown): readonly string[] {
  const { errors, message = String(error) } = error as BundlerError
  if (errors && errors.length > 0) return errors.flatMap(buildErrors)
  const [text = ''] = stripVTControlCharacters(message).split('\n\nStack backtrace:')
  const [, module, importer = ''] = UNRESOLVED.exec(text) ?? []
  if (module !== undefined) return [noModule(module, importer)]
  return [text.replace(/^\[[\w:-]+\] /, '').trim()]
}

/** Why the disk did not take a build; `null` for an error of another kind. */
export function diskFailure(error: unknown, out: string): string | null {
  const { path, message } = error as NodeJS.ErrnoException
  if (path?.startsWith(out)) return message
  return UNWRITABLE.exec(buildErrors(error).join('\n'))?.[1] ?? null
}

/** What the bundler says when it can't write a file. */
const UNWRITABLE = /(?:Failed to write file in|Could not create directory for)[\s\S]*?Caused by:\s*(.+)/

/** Says that there is no such module, with the file and the line that import it. */
export function noModule(module: string, importer: string): string {
  const lines = existsSync(importer) ? readFileSync(importer, 'utf8').split('\n') : []
  const line = lines.findIndex(text => text.includes(`'${module}'`) || text.includes(`"${module}"`)) + 1
  return `${relative(process.cwd(), importer)}${line > 0 ? `:${line}` : ''}: there is no module "${module}"`
}

/** What the bundler says about a package that is not installed. */
const UNRESOLVED = /failed to resolve import "([^"]+)" from "([^"]+)"/
