import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

/** A module that a thread, a process or `import()` gets by its file. */
const BY_FILE = /(?:siblingFile\(import\.meta\.url, '|new URL\(`\.\/)([\w-]+)/g
/** Another file of the same package, as a bundle imports it. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"/g

/** The package of which plugins of the predecessor import every module by its path. */
const OPEN = '@platform/server'

/** Whether `tsc` writes the declarations of a package only, because its modules are bundled. */
export const isBundled = ({ compilerOptions }) => compilerOptions.emitDeclarationOnly === true

export const moduleAt = (sources, entry) =>
  ['.ts', '.tsx'].map(ending => join(sources, entry + ending)).find(file => existsSync(file))

/**
 * The modules of a package that are reached by their path and therefore have a file of their own: what the package
 * exports, what its programs and the script that writes the references import, and what its modules start by file.
 *
 * @param {{ folder: string, settings: object }} pkg a package of `packagesWithBuild`
 * @param {{ all?: boolean }} [options] `all` adds the modules that plugins alone may import by their path
 * @returns {string[]} paths below the folder of the sources, without their ending
 */
export function entriesOf({ folder, settings }, { all = false } = {}) {
  const { rootDir, outDir } = settings.compilerOptions
  const sources = join(folder, rootDir)
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const exported = Object.values(exports)
    .flatMap(target => target['@platform/source'] ?? [])
    .flatMap(pattern => globSync(pattern.replace('*', '**/*'), { cwd: folder }))
    .map(file => relative(sources, join(folder, file)))
  const imported = new RegExp(`(?:\\.\\.|${basename(folder)})/${outDir}/([\\w./-]+)\\.js`, 'g')
  const programs = [...globSync('bin/*.js', { cwd: folder }), '../../scripts/docs.js'].map(file => join(folder, file))
  const modules = globSync('**/*.{ts,tsx}', { cwd: sources })
  const started = () =>
    modules.flatMap(file => namesIn(join(sources, file), BY_FILE).map(module => join(dirname(file), module)))
  const reached = all && name === OPEN ? modules : started()
  const entries = [...exported, ...programs.flatMap(file => namesIn(file, imported)), ...reached]
  return [...new Set(entries.map(entry => entry.replace(/\.tsx?$/, '').replaceAll(sep, '/')))]
    .filter(entry => moduleAt(sources, entry) !== undefined)
    .sort()
}

/**
 * Removes what no entry of a package imports any more: files of an earlier build.
 *
 * @param {{ folder: string, settings: object }} pkg a package of `packagesWithBuild`
 */
export function removeStaleBundles(pkg) {
  const out = join(pkg.folder, pkg.settings.compilerOptions.outDir)
  const used = new Set()
  const waiting = entriesOf(pkg, { all: true }).map(entry => join(out, `${entry}.js`))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (used.has(file)) continue
    used.add(file)
    for (const path of namesIn(file, IMPORTED)) waiting.push(join(dirname(file), path))
  }
  for (const file of globSync('**/*.js', { cwd: out }).map(name => join(out, name)))
    if (!used.has(file)) for (const stale of [file, `${file}.map`]) rmSync(stale, { force: true })
}

/** What the first group of a pattern matches in a file; nothing where there is no file. */
const namesIn = (file, pattern) =>
  existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name) : []
