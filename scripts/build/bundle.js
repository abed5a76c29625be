// Writes the modules of a package into few files. The packages that a server loads are built so: each file that Node
// loads takes time at the start, and memory for good. As a program: bundles the package of the current folder.
import { readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'
import { entriesOf, moduleAt, removeStaleBundles } from './bundled.js'
import { isLibrary, licensesOf, staysImported } from './inlined.js'
import { writeChanged } from './write-changed.js'

/** Where the modules are written that several entries import, in the folder of the output. */
const SHARED = 'shared'
/** Names the libraries of the bundles, with their licenses. */
const LICENSES = 'third-party-licenses.txt'
/** The module by which the others find their files. */
const LOCATION = '\0location'

/**
 * Writes the files of a package that have changed, and removes those of an earlier build.
 *
 * @param {{ folder: string, settings: object }} pkg a package of `packagesWithBuild`
 * @returns {Promise<void>}
 * @throws Error that names each source that can't be read as TypeScript, with its line
 */
export async function bundle(pkg) {
  const out = join(pkg.folder, pkg.settings.compilerOptions.outDir)
  const entries = entriesOf(pkg)
  let output = await outputOf(pkg, entries, [])
  const all = entriesOf(pkg, { all: true })
  // The bundles are those without the other modules. A file of such a module exports from the bundle what the module
  // exports.
  if (all.length > entries.length) output = await outputOf(pkg, all, bundlesOf(output))
  for (const { fileName, code, source } of output) writeChanged(join(out, fileName), code ?? source)
  const libraries = output.flatMap(({ moduleIds = [] }) => moduleIds.filter(isLibrary))
  if (libraries.length > 0) writeChanged(join(out, LICENSES), licensesOf(libraries))
  removeStaleBundles(pkg)
}

/** Where bundles are given, each has exactly its modules, and another file exports what its one module does. */
async function outputOf({ folder, settings }, entries, groups) {
  const { rootDir, outDir, jsxImportSource = 'preact' } = settings.compilerOptions
  const sources = join(folder, rootDir)
  const isGrouped = groups.length > 0
  await using build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map(entry => [entry, moduleAt(sources, entry)])),
    external: staysImported(folder),
    platform: 'node',
    tsconfig: false,
    preserveEntrySignatures: isGrouped ? 'allow-extension' : 'strict',
    // What a module of the package does when it is loaded is done, also where nothing of it is used.
    treeshake: { moduleSideEffects: id => (isLibrary(id) ? undefined : true) },
    transform: {
      // As tsconfig.base.json says. rolldown itself has what is written for `using`, which older Nodes lack.
      target: 'es2024',
      jsx: { runtime: 'automatic', importSource: jsxImportSource },
      typescript: { onlyRemoveTypeImports: true },
    },
    experimental: { nativeMagicString: true },
    plugins: [keepsLocations(sources)],
  })
  const { output } = await build.generate({
    dir: join(folder, outDir),
    format: 'esm',
    keepNames: true,
    sourcemap: true,
    comments: { legal: false, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: `${SHARED}/[name].js`,
    codeSplitting: {
      includeDependenciesRecursively: !isGrouped,
      groups: [{ name: 'location', test: id => id === LOCATION }, ...groups],
    },
  })
  return output
}

/** The files of an output that have several modules. */
const bundlesOf = output =>
  output
    .filter(({ moduleIds = [] }) => moduleIds.length > 1)
    .map(({ name, moduleIds }) => {
      const modules = new Set(moduleIds)
      return { name: basename(name), test: id => modules.has(id) }
    })

/** Modules find their files by where they would be, if each were a file of its own. */
function keepsLocations(sources) {
  return {
    name: 'keeps-locations',
    resolveId: id => (id === LOCATION ? id : null),
    load: id =>
      id === LOCATION ? "export const locationOf = path => new URL('../' + path, import.meta.url).href\n" : null,
    transform(code, id, { magicString }) {
      // A virtual module, such as rolldown's own, has no source, and a library looks for no file of the package.
      if (id.startsWith('\0') || isLibrary(id) || !code.includes('import.meta.url')) return null
      const path = relative(sources, id)
        .replace(/\.tsx?$/, '.js')
        .replaceAll(sep, '/')
      new Visitor({
        MemberExpression({ start, end, object, property }) {
          if (object.type === 'MetaProperty' && property.name === 'url')
            magicString.overwrite(start, end, `locationOf(${JSON.stringify(path)})`)
        },
      }).visit(parseSync(id, code).program)
      if (!magicString.hasChanged()) return null
      magicString.prepend(`import { locationOf } from ${JSON.stringify(LOCATION)};`)
      return { code: magicString }
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.cwd()
  await bundle({ folder, settings: JSON.parse(readFileSync(join(folder, 'tsconfig.build.json'), 'utf8')) })
}
