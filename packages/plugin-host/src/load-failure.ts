import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeThrown } from './describe.ts'
import { replacementFor, unknownServerModule } from './internal-imports.ts'
import type { Location } from './locate.ts'
import { latestLoaded } from './module-format.ts'
import type { Problem } from './problem.ts'
import type { ServerModules } from './server-modules.ts'

interface Failed {
  readonly name: string
  readonly root: string
  readonly location: Location
  readonly server: ServerModules
}

/** The problem of a plugin whose modules could not be loaded: why, where, and how to fix it. */
export function describeLoadFailure(error: unknown, failed: Failed): Problem {
  const { name, root, location } = failed
  const place = whereThrown(error, location.directory) ?? { file: location.entry, line: null }
  const at = `${relative(root, place.file)}${place.line === null ? '' : `:${place.line}`}`
  const missing = missingModule(error)
  const { why, fix } =
    missing === null
      ? {
          why: `${error instanceof Error ? '' : 'it threw '}${describeThrown(error)}`,
          fix: `correct ${at}, or take ${name} out of the list`,
        }
      : describeMissing(missing, { ...failed, importer: place.file, at })
  return {
    code: 'PLUGIN_LOAD_FAILED',
    plugins: [{ name, origin: at }],
    message: `${name}: could not be loaded: ${why}`,
    fix,
  }
}

/** The reason and the fix for a module that an import could not find. */
function describeMissing(
  missing: string,
  { name, root, location, server, importer, at }: Failed & { readonly importer: string; readonly at: string },
): { readonly why: string; readonly fix: string } {
  const isOwnFile = /^[./]/.test(missing)
  const replacement = replacementFor(missing, { root, importer, server })
  const advice = unknownServerModule(missing, server)
  const why = isOwnFile
    ? `it imports ${missing}, which is not there`
    : advice === null
      ? `it needs the module ${missing}, which is not installed`
      : `it imports ${missing}, which this server does not have`
  if (replacement !== null) return { why, fix: `this server has no such module: use ${replacement}` }
  if (advice !== null) return { why, fix: `this server has no ${missing}: ${advice}` }
  if (isOwnFile) return { why, fix: `correct ${at}, or take ${name} out of the list` }
  return location.kind === 'folder'
    ? { why, fix: `add ${missing} to the dependencies of ${relative(root, location.directory)} and install them` }
    : { why, fix: `install ${name} again; if that does not help, its author forgot to declare ${missing}` }
}

/** The package or file an import could not find. */
function missingModule(error: unknown): string | null {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return null
  return /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? null
}

interface Place {
  readonly file: string
  readonly line: number | null
}

/** The file and line that an error was thrown at. */
function whereThrown(error: unknown, directory: string): Place | null {
  if (!(error instanceof Error)) return null
  const importer = /imported from (.+)$/m.exec(error.message)?.[1] ?? /Require stack:\n- (.+)/.exec(error.message)?.[1]
  if (importer) return { file: importer.startsWith('file:') ? fileURLToPath(importer) : importer, line: null }
  return (
    headOf(error.stack ?? '') ?? (error instanceof SyntaxError ? checkSyntax() : frameOf(error.stack ?? '', directory))
  )
}

/** The place at the beginning of the stack of some syntax errors: `file:///plugin/index.js:3`. */
function headOf(stack: string): Place | null {
  const head = /^((?:file:\/\/)?[/\\A-Z].*?):(\d+)(?::\d+)?\n/.exec(stack)
  return head ? { file: asPath(head[1] ?? ''), line: Number(head[2]) } : null
}

/** The first frame of a stack that is in the plugin's folder. */
function frameOf(stack: string, directory: string): Place | null {
  const frames = [...stack.matchAll(/^\s+at (?:.*\()?((?:file:\/\/)?[/A-Z][^()]*?):(\d+):\d+\)?$/gm)].map(
    ([, file = '', line]) => ({ file: asPath(file), line: Number(line) }),
  )
  return frames.find(({ file }) => file.startsWith(directory + sep)) ?? null
}

/** The place of a syntax error in an ES module. The error has no place, but Node's own check of the file reports it. */
function checkSyntax(): Place | null {
  const file = latestLoaded()
  if (file === null) return null
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--check', '-'], {
    input: readFileSync(file),
    encoding: 'utf8',
  })
  const line = /^\[stdin\]:(\d+)$/m.exec(stderr)?.[1] ?? /\[stdin\]:(\d+)/.exec(stderr)?.[1]
  return { file, line: line === undefined ? null : Number(line) }
}

function asPath(place: string): string {
  return place.startsWith('file:') ? fileURLToPath(place) : place
}
