import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { buildForBrowser } from './build-for-browser.ts'
import { removeInterrupted } from './interrupted.ts'
import { LISTED, type PartSource, partsModule } from './parts-module.ts'
import { replaceFolder } from './replace-folder.ts'
import { type PartWeight, weighParts } from './weigh-parts.ts'

export { buildErrors, diskFailure } from './build-errors.ts'
export { replaceFolder } from './replace-folder.ts'
export { HEAVY_PART, type PartWeight } from './weigh-parts.ts'

/** The folder of this package. A build begins with what the compiler wrote, because a release has no other sources. */
const { resolve } = createRequire(import.meta.url)
const PACKAGE = dirname(resolve('@platform/stream/package.json'))
const ADMIN = dirname(resolve('@platform/admin/package.json'))
const COMPILED = join(PACKAGE, 'dist/node')
const MAIN = join(COMPILED, 'browser/main.js')
const ISLANDS = join(COMPILED, 'browser/islands.js')
const ADMIN_MAIN = join(ADMIN, 'dist/browser/main.js')
const LIST = join(COMPILED, 'parts/listed-parts.js')
/** What client parts share, and the stream itself does without. */
const SHARED_BY_PARTS = {
  name: 'sdk',
  test: /[\\/]client-sdk[\\/](?:dist|src)[\\/](?:(?:provider|reaction|sort)[\\/]|(?:can|click-outside|define-client-plugin|dialog|elements|later|menu|mutation-form|tags|use|use-menu)\.)/,
}
/** The libraries of the stream. Files that parts load later need them too, and would cut them into many files. */
const LIBRARIES = {
  name: 'preact',
  test: /[\\/](?:preact|signals(?:-core)?)[\\/](?:dist|src|hooks|jsx-runtime)[\\/]|[\\/]client-sdk[\\/](?:dist|src)[\\/]host\./,
}
/** What client parts share with the stream. */
const KIT = {
  name: 'kit',
  test: /[\\/](?:preact|signals(?:-core)?|client-(?:sdk|kit))[\\/](?:dist|src|hooks|jsx-runtime)[\\/]/,
}

/** What is around the parts in every build. */
const AROUND = { style: join(PACKAGE, 'dist/styles/index.css'), main: MAIN }
const AROUND_IN_ADMIN = { style: join(ADMIN, 'styles/index.css'), main: ADMIN_MAIN }

/** What a stream is built of. */
export interface StreamSources {
  /** The client parts, in the order of the operator's list. */
  readonly parts: readonly PartSource[]
  /** The names of parts that browsers load together. Each of the others is loaded by itself. Default: all of them. */
  readonly together?: readonly string[]
  /**
   * Whether open pages take up parts that are built anew. What the parts share with the stream is then a file of its
   * own, which stays the same, so that a part finds the components that the page has already.
   */
  readonly isWatched?: boolean
  /** The folder that is written. What it had before stays there until the new build is complete. */
  readonly out: string
}

/**
 * Builds what browsers load of the stream and of the admin panel, and the module by which the server draws the stream.
 *
 * @throws Error of the bundler, which names the file and the line.
 */
export async function buildStream({
  parts,
  together = parts.map(({ plugin }) => plugin),
  isWatched = false,
  out,
}: StreamSources): Promise<void> {
  // Two builds may be made at once, such as by `platform dev` and by a test. Each writes into its own folder.
  const folder = `${out}.next-${randomUUID()}`
  mkdirSync(folder, { recursive: true })
  removeInterrupted(out)
  try {
    await buildInto(folder, { parts, together, isWatched })
    replaceFolder(out, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildInto(
  folder: string,
  { parts, together, isWatched }: Required<Omit<StreamSources, 'out'>>,
): Promise<void> {
  const partOf = (id: string) => parts.find(({ entry }) => id.startsWith(dirname(entry) + sep))
  const groups = [
    {
      test: (id: string) => partOf(id) !== undefined,
      // What a part loads later, by import(), is a file of its own.
      name(id: string, graph: GraphOfModules) {
        const { plugin = '' } = partOf(id) ?? {}
        return isLate(id, graph) ? null : together.includes(plugin) ? 'parts' : plugin.replace(/.*\//, '')
      },
    },
    SHARED_BY_PARTS,
  ]
  // Two machines with the same parts make the same files, in whatever order the parts are listed.
  const sorted = parts.toSorted((a, b) => (a.plugin < b.plugin ? -1 : 1))
  const plugins = [partsModule(sorted, AROUND)]
  // An author sees in the tools of a browser what was written; readers load no more than what runs.
  const browser = {
    ...{ config: shared, plugins, outDir: join(folder, 'browser') },
    sourcemap: isWatched && ('inline' as const),
  }
  await buildForBrowser(browser, {
    input: { stream: MAIN, ...(isWatched ? { list: LIST } : {}) },
    output: {
      codeSplitting: { includeDependenciesRecursively: false, groups: [isWatched ? KIT : LIBRARIES, ...groups] },
    },
  })
  // Files of their own: what pages without a stream share with it would come to its readers in more pieces.
  await buildForBrowser(browser, {
    input: { islands: ISLANDS },
    output: { chunkFileNames: 'islands-[name]-[hash].js' },
  })
  // The admin panel has the same parts, and shares no file with the stream, which must stay small.
  await buildForBrowser(
    { ...browser, plugins: [partsModule(sorted, AROUND_IN_ADMIN)] },
    {
      input: { admin: ADMIN_MAIN },
      output: { chunkFileNames: 'admin-[name]-[hash].js', assetFileNames: 'admin-[hash][extname]' },
    },
  )
  await build({
    ...shared,
    plugins: [...plugins, NARROW],
    ssr: { noExternal: true },
    build: {
      ssr: join(COMPILED, 'server/render.js'),
      target: 'node22',
      emptyOutDir: true,
      outDir: join(folder, 'server'),
      // It tells which line of a part an error in the log is from. Nothing but the server reads it.
      sourcemap: 'hidden',
      rolldownOptions: {
        output: { entryFileNames: 'render.js', codeSplitting: false, sourcemapExcludeSources: true },
      },
    },
  })
  writeFileSync(join(folder, 'server/package.json'), '{ "type": "module" }\n')
  writeFileSync(
    join(folder, 'build.json'),
    `${JSON.stringify({ release: releaseId(), isWatched, parts: sorted.map(({ entry, ...facts }) => facts) }, null, 2)}\n`,
  )
}

interface GraphOfModules {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters'> | null
}

/** Whether a module of a part is loaded by import() only, from another module of a part than the list of all parts. */
function isLate(id: string, graph: GraphOfModules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  if (dynamicImporters.some(importer => LISTED.test(importer))) return false
  return importers.every(importer => isLate(importer, graph, seen))
}

/**
 * Writes characters that take two bytes as escapes: with a single such character V8 keeps the text of a module, and
 * every part of it, in twice the memory.
 */
const NARROW: Plugin = {
  name: 'narrow-characters',
  generateBundle(_options, files) {
    // The map stays right, because it tells lines, and no line moves.
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[^\0-\xff]/g,
          unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

const shared: InlineConfig = {
  root: PACKAGE,
  configFile: false,
  logLevel: 'silent',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** What each part adds to what a browser loads; found by a build of its own, which is not kept. */
export const weightsOf = (parts: readonly PartSource[]): Promise<readonly PartWeight[]> =>
  weighParts(parts, { around: AROUND, config: shared, main: MAIN })

/** A hash of the modules of this release. A build of another release is made anew. */
function releaseId(): string {
  const hash = createHash('sha256')
  for (const folder of [COMPILED, join(ADMIN, 'dist'), join(ADMIN, 'styles')])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted())
      hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

const isSource = (file: string) => /\.(?:js|css)$/.test(file)
