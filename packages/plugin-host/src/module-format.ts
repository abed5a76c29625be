import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { isAskedBy } from './conditions.ts'

const folders = new Set<string>()
let latest: string | null = null

/**
 * Decides for each file of a plugin without a `package.json` whether it is CommonJS or an ES module. The `package.json`
 * of the project around the plugin does not count.
 *
 * @param base - the folder that has the plugins' folders.
 */
export function decideFormats(base: string): void {
  if (folders.size === 0) registerHooks({ load })
  if (existsSync(base)) folders.add(realpathSync(base))
}

/** The file that was loaded last, which is the file of a `SyntaxError` without a place. */
export function latestLoaded(): string | null {
  return latest
}

const load: Parameters<typeof registerHooks>[0]['load'] = (url, context, next) => {
  if (!url.startsWith('file:')) return next(url, context)
  const file = fileURLToPath(url)
  latest = file
  if (!/\.[jt]s$/.test(file) || !isLoose(file)) return next(url, context)
  const commonjs = isCommonJs(file)
  // For a CommonJS module that is imported, Node ignores the format that is given here and reads package.json.
  if (commonjs && isAskedBy('import', context)) return { format: 'module', source: facade(file), shortCircuit: true }
  return next(url, {
    ...context,
    format: `${commonjs ? 'commonjs' : 'module'}${file.endsWith('.ts') ? '-typescript' : ''}`,
  })
}

/** Whether a file is in a plugin's folder and no `package.json` up to there gives its format. */
function isLoose(file: string): boolean {
  const base = [...folders].find(folder => file.startsWith(folder + sep))
  if (base === undefined || file.includes(`${sep}node_modules${sep}`)) return false
  for (let at = dirname(file); at !== base; at = dirname(at)) if (existsSync(join(at, 'package.json'))) return false
  return true
}

const SCOPE = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * Whether a file is CommonJS. JavaScript is compiled for that, and not run: `import`, `export` and `await` at the top
 * are errors in CommonJS.
 */
function isCommonJs(file: string): boolean {
  const source = readFileSync(file, 'utf8')
  // Node's own stripping of types warns that it is experimental, so TypeScript is judged by the first words of its
  // lines.
  if (file.endsWith('.ts'))
    return (
      !/^(?:import|export)\b(?!\s*type\b)/m.test(source) && /\b(?:module\.exports|exports\.\w|require\()/.test(source)
    )
  try {
    compileFunction(source, SCOPE)
    return true
  } catch {
    return false
  }
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** An ES module with the exports of a CommonJS one. */
function facade(file: string): string {
  const require = createRequire(file)
  const exported: unknown = require(file)
  const names =
    (typeof exported === 'object' && exported !== null) || typeof exported === 'function'
      ? Object.keys(exported).filter(name => name !== 'default' && IDENTIFIER.test(name))
      : []
  return [
    "import { createRequire } from 'node:module'",
    `const exported = createRequire(import.meta.url)(${JSON.stringify(file)})`,
    'export default exported',
    ...names.map((name, i) => `const name${i} = exported.${name}; export { name${i} as ${name} }`),
  ].join('\n')
}
