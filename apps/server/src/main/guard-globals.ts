import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  filesOf,
  GLOBAL_RULE,
  type GlobalChange,
  type GlobalsSnapshot,
  harmfulChangesSince,
  type LoadedPlugin,
  snapshotGlobals,
} from '@platform/plugin-host'
import type { Log } from '../runtime/log.ts'

/** How often the built-ins are looked at while the server runs. Milliseconds. */
const BEAT = 2_000

interface Guarding {
  readonly plugins: () => readonly LoadedPlugin[]
  readonly log: Log
}

/** Looks at the built-ins now; `true` when code had changed some of them. */
export type LookAtGlobals = () => boolean

/**
 * Puts built-ins back that code of a plugin replaces while the server runs, and writes to the log which plugin it was.
 * What a plugin does while it is loaded and started is a problem of the start.
 *
 * @returns a function that looks immediately. It is for an error that no code caught, which a change may have caused.
 */
export function guardGlobals({ plugins, log }: Guarding): LookAtGlobals {
  const before = snapshotGlobals()
  const look = () => reportChanges(before, { plugins: plugins(), log })
  setInterval(look, BEAT).unref()
  return look
}

function reportChanges(
  before: GlobalsSnapshot,
  { plugins, log }: { readonly plugins: readonly LoadedPlugin[]; readonly log: Log },
): boolean {
  const own = plugins.filter(({ core }) => !core)
  // While plugins are read and started, each change is a problem of the start.
  if (own.length === 0) return false
  const isAllowed = ({ name }: GlobalChange) => own.some(({ allow }) => allow.includes(GLOBAL_RULE + name))
  const changes = harmfulChangesSince(before).filter(change => !isAllowed(change))
  for (const change of changes) change.undo()
  for (const change of changes) {
    const { plugin, place } = authorOf(change, own)
    const who = plugin ?? 'a plugin that could not be found out'
    const where = place === null ? '' : ` at ${place}`
    log.error(
      { plugin, global: change.name },
      `PLUGIN_GLOBAL_CHANGED ${who}: ${change.name} was ${change.kind}${where}, and is put back`,
    )
  }
  return changes.length > 0
}

interface Author {
  readonly plugin: string | null
  /** The file and line, from the project's root. */
  readonly place: string | null
}

/** The plugin of a change: the one that has the new function, else the only one whose code names the built-in. */
function authorOf({ name, value }: GlobalChange, plugins: readonly LoadedPlugin[]): Author {
  const location = typeof value === 'function' ? locationOf(value) : null
  const owner = plugins.find(({ directory }) => directory !== undefined && location?.file.startsWith(`${directory}/`))
  if (owner && location)
    return { plugin: owner.name, place: `${relative(process.cwd(), location.file)}:${location.line}` }
  const key = name.slice(name.lastIndexOf('.') + 1)
  const [only, ...others] = plugins.filter(({ directory }) => directory !== undefined && mentions(directory, key))
  return { plugin: only && others.length === 0 ? only.name : null, place: null }
}

function mentions(directory: string, name: string): boolean {
  return filesOf(directory)
    .filter(file => /\.[cm]?[jt]s$/.test(file))
    .some(file => readFileSync(join(directory, file), 'utf8').includes(name))
}

interface Place {
  readonly file: string
  readonly line: number
}

interface InternalProperty {
  readonly name: string
  readonly value?: { readonly value?: { readonly scriptId?: string; readonly lineNumber?: number } }
}

const ASKED = Symbol.for('@platform/server/asked-function')

/** The place where a function is written, as a debugger knows it; `null` for one of a native module. */
function locationOf(value: unknown): Place | null {
  const session = new Session()
  session.connect()
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  Reflect.set(globalThis, ASKED, value)
  let found: Place | null = null
  try {
    // A session of the same thread answers before `post` returns.
    session.post('Debugger.enable')
    const expression = `globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(ASKED))})]`
    session.post('Runtime.evaluate', { expression }, (_error, answer) => {
      const objectId = answer?.result.objectId
      if (objectId === undefined) return
      session.post('Runtime.getProperties', { objectId, ownProperties: true }, (_failure, properties) => {
        found = placeIn((properties?.internalProperties ?? []) as readonly InternalProperty[], urls)
      })
    })
  } finally {
    Reflect.deleteProperty(globalThis, ASKED)
    session.disconnect()
  }
  return found
}

function placeIn(properties: readonly InternalProperty[], urls: ReadonlyMap<string, string>): Place | null {
  const { scriptId = '', lineNumber = 0 } =
    properties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value ?? {}
  const url = urls.get(scriptId)
  return url?.startsWith('file:') ? { file: fileURLToPath(url), line: lineNumber + 1 } : null
}
