// The libraries whose modules are written into the bundles of a package: `inlinedDependencies` of its package.json.
// They have many small files, of which a server needs a part. They are not installed with the published package.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

/** The innermost package that a file belongs to. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/
const NAME = /^(?:@[^/]+\/)?[^/]+/
const LICENSE = /^licen[cs]e/i

const manifestIn = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const folderOf = file => PACKAGE.exec(file)?.[0]

/** Whether a module is one of a library, and not of the package that is built. */
export const isLibrary = id => folderOf(id) !== undefined

/**
 * Says of an import whether it stays one. An inlined library has everything inlined that it imports, but for its peers,
 * of which a server has one copy: `graphql`.
 *
 * @param {string} folder the package that is built
 * @returns {(id: string, importer?: string) => boolean}
 */
export function staysImported(folder) {
  const { inlinedDependencies = [] } = manifestIn(folder)
  return (id, importer = '') => {
    if (/^(?:[./]|\0|[A-Z]:|@oxc-project\/runtime\/)/.test(id)) return false
    if (isBuiltin(id)) return true
    const name = NAME.exec(id)[0]
    const library = folderOf(importer)
    if (library === undefined) return !inlinedDependencies.includes(name)
    return Object.hasOwn(manifestIn(library).peerDependencies ?? {}, name)
  }
}

/**
 * The licenses of libraries, which ask to go where their code goes.
 *
 * @param {readonly string[]} modules the files of the bundles
 * @returns {string} each library once, with its version and the text of its license
 */
export function licensesOf(modules) {
  const folders = new Set(modules.flatMap(id => folderOf(id) ?? []))
  return [...folders]
    .map(licenseOf)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function licenseOf(folder) {
  const { name, version, license, author, repository } = manifestIn(folder)
  const file = readdirSync(folder).find(entry => LICENSE.test(entry))
  const owner = [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join(', ')
  if (file === undefined && license !== 'MIT') throw new Error(`${name} ${version} has no text of its license`)
  const text = file === undefined ? `Copyright (c) ${owner}\n\n${MIT}` : readFileSync(join(folder, file), 'utf8')
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`
}

/** The text of the license of libraries that only name it in their package.json. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
