// Writes the JavaScript of every package where the build would write it, without `tsc`: a checkout that only serves has
// no compiler and no turbo installed, and neither declarations nor a check of types are used there.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { bundle } from './bundle.js'
import { isBundled } from './bundled.js'
import { packagesWithBuild } from './packages.js'
import { writeChanged } from './write-changed.js'

/**
 * Writes the modules of all packages of the repository.
 *
 * @param {string} root folder of the repository
 * @returns {Promise<void>}
 * @throws Error that names each source that can't be read as TypeScript, with its line
 */
export async function writeModules(root) {
  const problems = []
  for (const pkg of packagesWithBuild(root)) {
    const { folder, settings } = pkg
    if (isBundled(settings)) {
      await bundle(pkg)
      continue
    }
    const { compilerOptions, include } = settings
    const sources = join(folder, compilerOptions.rootDir)
    for (const file of include.flatMap(place => sourcesBelow(folder, place))) {
      const out = join(folder, compilerOptions.outDir, relative(sources, file).replace(/\.tsx?$/, '.js'))
      const { code, map, errors } = compile(file, out, compilerOptions.jsxImportSource)
      problems.push(...errors)
      writeChanged(out, code)
      writeChanged(`${out}.map`, map)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

const sourcesBelow = (folder, place) =>
  globSync([`${place}/**/*.{ts,tsx}`, place], { cwd: folder, exclude: ['**/*.d.ts'] })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => join(folder, file))

function compile(file, out, importSource = 'preact') {
  const source = readFileSync(file, 'utf8')
  const { code, map, errors } = transformSync(relative(dirname(out), file), source, {
    // The workspace's own Node runs what is written here, and knows all of the language.
    target: 'esnext',
    sourcemap: true,
    jsx: { runtime: 'automatic', importSource },
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
    tsconfig: false,
  })
  return {
    code: `${code}//# sourceMappingURL=${basename(out)}.map\n`,
    map: JSON.stringify(map),
    errors: errors.map(({ message, codeframe }) => `${file}: ${codeframe ?? message}`),
  }
}
