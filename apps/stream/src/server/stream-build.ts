import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type ListedPart,
  loadAllParts,
  OFFERS,
  type Offer,
  type PartLoadError,
  type PartModule,
  type SlotFailure,
} from '@platform/client-sdk'
import type { AroundIslands } from '../islands/island.tsx'
import type { IslandState } from '../islands/state.ts'
import type { StreamState } from '../thread/state.ts'
import { type BrowserFile, readFiles } from './files.ts'
import { createErrorMapper } from './mapped-errors.ts'

/** A build of the stream: what browsers load, and what draws the same on the server. */
export interface StreamBuild {
  /** A hash of its files. */
  readonly id: string
  /** The folder that it was read from. */
  readonly folder: string
  /** The files by name. Each name has a hash of the content, so a browser may keep the file for ever. */
  readonly files: ReadonlyMap<string, BrowserFile>
  /** The names of the script and the style sheet that a page loads. */
  readonly entry: {
    readonly script: string
    readonly style: string
    readonly islands: string
    readonly admin: AdminEntry
  }
  /** The files by which open pages take up parts that were built anew; `null` unless the build was made for that. */
  readonly watched: WatchedFiles | null
  /** The client parts that it was built with. */
  readonly parts: readonly ListedPart[]
  /** What is switched on in the core. A build has everything; one of an operator's list has what its parts offer. */
  readonly offers: readonly Offer[]
  /** The modules of the parts by plugin, where they are known, for messages. */
  readonly sources?: ReadonlyMap<string, string>
  /** Whether open pages ask for another build. */
  readonly isWatched?: boolean
  /** Draws a stream, as the browser will draw it from the same state. */
  render(state: StreamState, options?: RenderOptions): string
  /** Draws a slot of a page that is no stream; an empty text when no plugin shows something in it. */
  renderIsland(island: Omit<IslandState, 'id'>, around: AroundIslands, options?: RenderOptions): string
}

/** The names of the script and the style sheet of the admin panel. */
interface AdminEntry {
  readonly script: string
  readonly style: string
}

/** Names of files of a build that is made for development. */
interface WatchedFiles {
  /** The module with the list of the parts. */
  readonly list: string
  /** What the parts share with the stream. */
  readonly kit: string
}

/** How a stream is drawn on the server. */
export interface RenderOptions {
  /** Is told of each component of a plugin that threw. */
  readonly onFailure?: (failure: SlotFailure) => void
}

/** The module that a build has for the server. */
interface RenderModule {
  readonly partModules: readonly PartModule[]
  renderStream(state: StreamState, options: RenderOptions & Pick<StreamBuild, 'parts'>): string
  renderIsland(
    island: Omit<IslandState, 'id'>,
    around: AroundIslands,
    options: RenderOptions & Pick<StreamBuild, 'parts'>,
  ): string
}

/** The build that a release has: with the client parts of its own plugins. */
export const RELEASED_BUILD: string = join(
  dirname(createRequire(import.meta.url).resolve('@platform/stream/package.json')),
  'dist/stream',
)

/**
 * Reads a build of the stream.
 *
 * @throws Error for a folder without a build; AggregateError for parts that can't be loaded.
 * @example
 * const build = await loadStreamBuild()
 * const markup = build.render(state)
 */
export async function loadStreamBuild(folder: string = RELEASED_BUILD): Promise<StreamBuild> {
  const file = join(folder, 'server/render.js')
  if (!existsSync(file)) throw new Error(`there is no build of the stream in ${folder}`)
  const manifest = readManifest(folder)
  const entry = entryOf(manifest, folder)
  const id = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 16)
  // A build that was made again has a module of the same name, which Node keeps unless its address differs.
  const module = await import(`${pathToFileURL(file).href}?build=${id}`)
  const { partModules, renderIsland, renderStream } = module as RenderModule
  const mapError = createErrorMapper(file)
  const parts = await loadAllParts(partModules).catch((error: AggregateError) => {
    for (const { cause } of error.errors as PartLoadError[]) mapError(cause)
    throw error
  })
  const mapped = ({ onFailure, ...options }: RenderOptions) => ({
    ...options,
    onFailure(failure: SlotFailure) {
      mapError(failure.error)
      onFailure?.(failure)
    },
  })
  return {
    id,
    folder,
    files: readFiles(join(folder, 'browser'), namesIn(manifest)),
    entry,
    watched: watchedIn(manifest),
    parts,
    offers: OFFERS,
    // The state names those of the parts that are listed.
    render: (state, options = {}) => renderStream(state, { ...mapped(options), parts }),
    renderIsland: (island, around, options = {}) => renderIsland(island, around, { ...mapped(options), parts }),
  }
}

/**
 * The build with these client parts only, in this order. The others are not drawn, and nothing is asked for them.
 *
 * @throws Error for a part that is not in the build.
 */
export function withParts(build: StreamBuild, plugins: readonly string[]): StreamBuild {
  const parts = plugins.map(name => {
    const part = build.parts.find(({ plugin }) => plugin === name)
    if (!part) throw new Error(`the build of the stream in ${build.folder} has no client part of ${name}`)
    return part
  })
  return { ...build, parts }
}

/** What the bundler says about the files of a build. */
type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly src?: string; readonly isEntry?: boolean; readonly css?: readonly string[] }
  >
>

/** The files of the stream, of slots in other pages, and of the admin panel. */
function readManifest(folder: string): Manifest {
  const read = (name: string, prefix: string) => {
    const file = join(folder, `browser/.vite/${name}.json`)
    if (!existsSync(file)) throw new Error(`the build of the stream in ${folder} lacks ${file}: build it again`)
    const files = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    return Object.entries(files).map(([key, file]) => [prefix + key, file] as const)
  }
  return Object.fromEntries([...read('stream', ''), ...read('islands', 'islands:'), ...read('admin', ADMIN)])
}

const ADMIN = 'admin:'

/** The names of the files that belong to a build. The folder may have others, of an earlier build. */
const namesIn = (manifest: Manifest) => Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])

function entryOf(manifest: Manifest, folder: string): StreamBuild['entry'] {
  const scriptOf = (prefix: string, source: string) =>
    Object.entries(manifest).find(([key, { src }]) => key.startsWith(prefix) && src?.endsWith(source))?.[1].file
  const [script, islands, panel] = [
    scriptOf('', 'browser/main.js'),
    scriptOf('', 'browser/islands.js'),
    scriptOf(ADMIN, 'browser/main.js'),
  ]
  const [style, panelStyle] = [manifest['style.css']?.file, manifest[`${ADMIN}style.css`]?.file]
  if (!script || !style || !islands || !panel || !panelStyle)
    throw new Error(`the build of the stream in ${folder} has no entry`)
  return { script, style, islands, admin: { script: panel, style: panelStyle } }
}

function watchedIn(manifest: Manifest): WatchedFiles | null {
  const files = Object.values(manifest)
  const list = files.find(({ isEntry, src }) => isEntry && src?.endsWith('parts/listed-parts.js'))?.file
  const kit = files.find(({ file }) => /(?:^|\/)kit-[\w-]+\.js$/.test(file))?.file
  return list !== undefined && kit !== undefined ? { list, kit } : null
}
