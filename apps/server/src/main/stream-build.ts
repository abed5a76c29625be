import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { offersOf, PartLoadError } from '@platform/client-sdk'
import {
  type ClientPart,
  CompositionError,
  findClientParts,
  messageOf,
  type PluginList,
  type Problem,
  referenceTo,
} from '@platform/plugin-host'
import { loadStreamBuild, RELEASED_BUILD, type StreamBuild, withParts } from '@platform/stream'
import type { PartWeight } from '@platform/stream/build'
import { EXIT } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { BUILD_FOLDER, factsOf, folderOf, hasAll } from './build-facts.ts'
import { bundling, isBundlerInstalled } from './bundler.ts'

/** A list of plugins that needs a build, and has none, or one of other files. */
export class NotBuiltError extends Error {
  readonly exitCode: number = EXIT.configuration
}

interface OpenBuildOptions {
  readonly log: Log
  /** Whether a build is made when there is none. In production the files of the project stay as they are. */
  readonly builds: boolean
  /** Whether a former build is used, with a line in the log, when a part can't be built. */
  readonly usesFormer?: boolean
  /** Whether open pages take up the parts of this build, and of the next ones. */
  readonly isWatched?: boolean
}

/**
 * Reads the build with the client parts of the list: that of the release when it has all of them, else that of the
 * project, which is made when it is missing or older than the parts.
 *
 * @throws CompositionError for client parts that can't be found or built; NotBuiltError where no build may be made;
 * Error where the disk does not take it.
 */
export async function openStreamBuild(
  root: string,
  list: PluginList,
  { log, builds, usesFormer = false, isWatched = false }: OpenBuildOptions,
): Promise<StreamBuild> {
  const parts = clientParts(root, list)
  const folder = folderOf(root, parts)
  const isMade = hasAll(folder, parts) && (!isWatched || factsOf(folder)?.isWatched === true)
  if (folder !== RELEASED_BUILD && !isMade) {
    if (!builds) throw notBuilt(list)
    log.info(`building the client parts of ${parts.map(({ plugin }) => plugin).join(', ')}`)
    await build(folder, parts, isWatched).catch((error: unknown) => {
      // Until the part is corrected, readers get the stream as it was.
      if (!usesFormer || !existsSync(join(folder, 'build.json'))) throw error
      log.error(messageOf(error))
    })
  }
  return openFolder(folder, parts)
}

/** A build that was made for a project. */
export interface MadeBuild {
  readonly folder: string
  /** What each part adds to what a reader's browser loads. */
  readonly weights: readonly PartWeight[]
  /** A sentence for each part that weighs much. */
  readonly warnings: readonly string[]
}

/**
 * What each client part of the list adds to what a reader's browser loads, also where the release has all of them.
 *
 * @returns `null` where no bundler is installed, which would have to weigh them.
 */
export const weighClientParts = async (root: string, list: PluginList): Promise<readonly PartWeight[] | null> =>
  isBundlerInstalled() ? await weigh(clientParts(root, list)) : null

const weigh = async (parts: readonly ClientPart[]) =>
  parts.length === 0 ? [] : (await bundling(parts)).weightsOf(parts)

/** kB of 1,000 bytes. */
const kilo = (bytes: number) => (bytes / 1_000).toFixed(1)

/** A build that problems are looked for in. It is removed at the end unless it is kept. */
export interface TriedBuild extends AsyncDisposable {
  /** `null` when there are problems. */
  readonly build: StreamBuild | null
  readonly problems: readonly Problem[]
  /** Puts it in the place of the project's build. @returns `null` when the release has all parts. */
  keep(): Promise<MadeBuild | null>
}

/** Builds the client parts of the list into a folder of its own, `at` with a suffix, unless the release has them. */
export async function tryBuild(root: string, list: PluginList, at: string): Promise<TriedBuild> {
  const { parts, problems } = findClientParts(root, list)
  const isReleased = hasAll(RELEASED_BUILD, parts)
  const folder = isReleased ? RELEASED_BUILD : `${at}.tried-${randomUUID()}`
  const remove = async () => {
    // What can't be removed now is removed by a later build.
    if (!isReleased) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
  const tried = (found: Pick<TriedBuild, 'build' | 'problems'>): TriedBuild => ({
    ...found,
    keep: async () => (isReleased ? null : await keep(folder, join(root, BUILD_FOLDER), parts)),
    [Symbol.asyncDispose]: remove,
  })
  if (problems.length > 0) return tried({ build: null, problems })
  try {
    if (!isReleased) await build(folder, parts)
    return tried({ build: await openFolder(folder, parts), problems: [] })
  } catch (error) {
    if (error instanceof CompositionError) return tried({ build: null, problems: error.problems })
    await remove()
    throw error
  }
}

async function keep(folder: string, out: string, parts: readonly ClientPart[]): Promise<MadeBuild> {
  const { HEAVY_PART, replaceFolder } = await bundling(parts)
  const weights = await weigh(parts)
  replaceFolder(out, folder)
  const warnings = weights
    .filter(({ bytes }) => bytes > HEAVY_PART)
    .map(
      ({ plugin, bytes }) =>
        `${plugin} adds ${kilo(bytes)} kB to what every reader's browser loads, and more than ${kilo(HEAVY_PART)} kB ` +
        'is much for one plugin: load what few readers need by import(), when they first use it',
    )
  return { folder: out, weights, warnings }
}

function clientParts(root: string, list: PluginList): readonly ClientPart[] {
  const { parts, problems } = findClientParts(root, list)
  if (problems.length > 0) throw new CompositionError(problems)
  return parts
}

async function build(out: string, parts: readonly ClientPart[], isWatched = false): Promise<void> {
  const { buildErrors, buildStream, diskFailure } = await bundling(parts)
  try {
    await buildStream({ parts, out, isWatched })
  } catch (error) {
    const reason = diskFailure(error, out)
    if (reason !== null)
      throw Object.assign(
        new Error(`The client parts can't be written into ${dirname(out)}: ${reason}`, { cause: error }),
        {
          exitCode: EXIT.cannotCreate,
        },
      )
    const problems = buildErrors(error).map(text => buildProblem(text, parts))
    throw new CompositionError(problems, { cause: error })
  }
}

function buildProblem(text: string, parts: readonly ClientPart[]): Problem {
  const part = parts.find(({ entry }) =>
    [entry, relative(process.cwd(), entry)].some(path => text.includes(dirname(path))),
  )
  return {
    code: 'PLUGIN_BUILD_FAILED',
    plugins: part
      ? [referenceTo({ name: part.plugin, version: part.version, origin: relative(process.cwd(), part.entry) })]
      : [],
    message: `the client part${part ? ` of ${part.plugin}` : 's'} can't be built: ${text}`,
    fix: `${fixOf(text)}${part ? `, or remove ${part.plugin} from "client"` : ''}`,
  }
}

/** What to do about an error of the bundler. */
function fixOf(text: string): string {
  const [, module] = /there is no module "([^"]+)"/.exec(text) ?? []
  if (module === undefined) return 'correct the file'
  if (module.startsWith('node:')) return `browsers have no ${module}: leave it to the part for the server`
  const name = module.split('/', module.startsWith('@') ? 2 : 1).join('/')
  return `correct the name, or install it where the plugin is: npm install ${name}`
}

async function openFolder(folder: string, parts: readonly ClientPart[]): Promise<StreamBuild> {
  const stream = await loadStreamBuild(folder).catch((error: unknown) => {
    throw loadFailure(error, parts) ?? error
  })
  // After a failed build the former one may lack a part.
  const built = parts.filter(({ plugin }) => stream.parts.some(part => part.plugin === plugin))
  const listed = withParts(
    stream,
    built.map(({ plugin }) => plugin),
  )
  return {
    ...listed,
    offers: offersOf(listed.parts),
    sources: new Map(parts.map(({ plugin, entry }) => [plugin, entry])),
  }
}

/** The error of parts that throw while they are loaded, or never end; `null` for another error. */
function loadFailure(error: unknown, parts: readonly ClientPart[]): CompositionError | null {
  const problems = (error instanceof AggregateError ? error.errors : []).flatMap(failed => {
    const part = failed instanceof PartLoadError && parts.find(({ plugin }) => plugin === failed.plugin)
    return part ? loadProblem(failed, part) : []
  })
  return problems.length > 0 ? new CompositionError(problems, { cause: error }) : null
}

function loadProblem(error: PartLoadError, { plugin, version, entry }: ClientPart): Problem {
  return {
    code: 'PLUGIN_CLIENT_INVALID',
    plugins: [referenceTo({ name: plugin, version, origin: placeOf(error.cause, entry) })],
    hook: 'client',
    message: `the server can't load the module: ${error.message}`,
    fix:
      WHILE_LOADED.find(([message]) => message.test(messageOf(error.cause)))?.[1] ??
      'correct what it runs while it is loaded',
  }
}

/** The line of the part at which an error was thrown, as far as its stack says it. */
function placeOf(thrown: unknown, entry: string): string {
  const folder = realpathSync(dirname(entry)) + sep
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const places = [...stack.matchAll(/(\/[^()\n]+:\d+):\d+\)?$/gm)].map(([, place = '']) => place)
  return relative(process.cwd(), places.find(place => place.startsWith(folder)) ?? entry)
}

/** What to do about an error of a part while it is loaded on the server, by the message of the error. */
const WHILE_LOADED: readonly (readonly [message: RegExp, fix: string])[] = [
  [
    /\b(?:require|module|exports|__filename|__dirname) is not defined/,
    'a package that it imports is written for Node: import one whose modules are for browsers',
  ],
  [/was not loaded after/, 'await nothing while it is loaded: ask for what takes time in effects and handlers'],
  [
    /\b(?:window|document|location|history|screen|self|(?:local|session)Storage|matchMedia|customElements|HTML\w+|\w+Observer) is not defined$/,
    'use window, document and the like only in effects and handlers: components are drawn on the server, too',
  ],
]

function notBuilt({ source }: PluginList): NotBuiltError {
  return new NotBuiltError(
    `The client parts that ${source} lists are not built, or were changed since. In production a server builds ` +
      `nothing: run "platform build" where the project is put together, and deploy its folder ${BUILD_FOLDER}.`,
  )
}
