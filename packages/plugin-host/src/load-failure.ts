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

/** Says why a plugin's modules could not be loaded, where, and what mends it. */
export function describeLoadFailure(error: unknown, { name, root, location, server }: Failed): Problem {
  const missing = missingModule(error)
  const place = placeOf(error, location.directory) ?? { file: location.entry, line: null }
  const at = `${relative(root, place.file)}${place.line === null ? '' : `:${place.line}`}`
  const ownFile = missing !== null && /^[./]/.test(missing)
  const instead = missing === null ? null : replacementFor(missing, { root, importer: place.file, server })
  const ofServer = missing === null ? null : unknownServerModule(missing, server)
  const fix =
    instead !== null
      ? `this server has no such module: use ${instead}`
      : ofServer !== null
        ? `this server has no ${missing}: ${ofServer}`
        : missing === null || ownFile
          ? `correct ${at}, or take ${name} out of the list`
          : location.kind === 'folder'
            ? `add ${missing} to the dependencies of ${relative(root, location.directory)} and install them`
            : `install ${name} again; if that does not help, its author forgot to declare ${missing}`
  const why =
    missing === null
      ? `${error instanceof Error ? '' : 'it threw '}${describeThrown(error)}`
      : ownFile
        ? `it imports ${missing}, which is not there`
        : ofServer !== null
          ? `it imports ${missing}, which this server does not have`
          : `it needs the module ${missing}, which is not installed`
  return {
    code: 'PLUGIN_LOAD_FAILED',
    plugins: [{ name, origin: at }],
    message: `${name}: could not be loaded: ${why}`,
    fix,
  }
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

/** Where an error came from. */
function placeOf(error: unknown, directory: string): Place | null {
  if (!(error instanceof Error)) return null
  const importer = /imported from (.+)$/m.exec(error.message)?.[1] ?? /Require stack:\n- (.+)/.exec(error.message)?.[1]
  if (importer) return { file: importer.startsWith('file:') ? fileURLToPath(importer) : importer, line: null }
  return (
    headOf(error.stack ?? '') ?? (error instanceof SyntaxError ? checkSyntax() : frameOf(error.stack ?? '', directory))
  )
}

/** `file:///plugin/index.js:3`, with which stacks of some syntax errors begin. */
function headOf(stack: string): Place | null {
  const head = /^((?:file:\/\/)?[/\\A-Z].*?):(\d+)(?::\d+)?\n/.exec(stack)
  return head ? { file: asPath(head[1]!), line: Number(head[2]) } : null
}

/** The first frame of a stack that is in the plugin's folder. */
function frameOf(stack: string, directory: string): Place | null {
  const frames = [...stack.matchAll(/^\s+at (?:.*\()?((?:file:\/\/)?[/A-Z][^()]*?):(\d+):\d+\)?$/gm)].map(
    ([, file, line]) => ({ file: asPath(file!), line: Number(line) }),
  )
  return frames.find(({ file }) => file.startsWith(directory + sep)) ?? null
}

/** An error in an ES module does not say where; Node's own check of the file does. */
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
