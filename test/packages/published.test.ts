import { existsSync, globSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core'
import { parseSync } from 'oxc-parser'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Packed, packAll, publishedFolders } from './packed.ts'

const repository = new URL('../../', import.meta.url)
const SOURCE = '@platform/source'
const folders = await publishedFolders()
/** A style sheet has no types and no source of another name. */
const isStyleSheet = (subpath: string) => subpath.endsWith('.css')
/**
 * Where a package builds its modules when its `dist` has other parts too: the stream's has the browser's files, and
 * rich text has modules of its client part that the server needs as well.
 */
const BUILT_IN: Readonly<Record<string, string>> = {
  'apps/stream': './dist/node',
  'plugins/platform-plugin-rich-text': './dist/server',
}
let all: Map<string, Packed>

beforeAll(async () => {
  all = await packAll(folders)
}, 120_000)

describe.each(folders)('%s', folder => {
  let packed: Packed
  let files: readonly string[]
  let read: (file: string) => string

  beforeAll(() => {
    packed = all.get(folder)!
    const contents: Package = createPackageFromTarballData(packed.tarball)
    const base = `/node_modules/${contents.packageName}/`
    files = contents.listFiles().map(file => file.slice(base.length))
    read = file => contents.readFile(base + file)
  })

  test('publint finds nothing to say of the tarball', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: packed.tarball.buffer }, strict: true })
    expect(messages.map(message => formatMessage(message, pkg!, { color: false }))).toEqual([])
  })

  test('the types of the tarball are right for who imports it as an ES module', { timeout: 60_000 }, async () => {
    const checked = await checkPackage(createPackageFromTarballData(packed.tarball), {
      excludeEntrypoints: Object.keys(packed.manifest.exports).filter(isStyleSheet),
    })
    // What `attw --profile esm-only` leaves aside: programs that can not import ES modules.
    const others = ['node10', 'node16-cjs']
    expect(
      checked.types
        ? checked.problems.filter(problem => !('resolutionKind' in problem && others.includes(problem.resolutionKind)))
        : 'there are no types',
    ).toEqual([])
  })

  test('the tarball has nothing that serves only work in this repository', () => {
    expect(read('package.json')).not.toMatch(/@platform\/source|workspace:|"(?:devDependencies|scripts|imports)":/)
    expect(files.filter(file => /tsbuildinfo|\.d\.ts\.map$/.test(file))).toEqual([])
    // The client part of a plugin is built from its sources, with the stream of the site.
    const sources = /^(?:src|test|server|node_modules)\//
    expect(files.filter(file => sources.test(file))).toEqual([])
  })

  test('the modules of the tarball import what is installed with it, and it brings the licenses of what it contains', () => {
    const { inlinedDependencies = [] } = JSON.parse(read('package.json')) as { inlinedDependencies?: string[] }
    const installed = installedWith(read)
    const imported = files
      .filter(file => /^dist\/.*\.js$/.test(file) && !file.startsWith('dist/browser/'))
      .flatMap(file => namedIn(file, read(file)).flatMap(id => PACKAGE_NAME.exec(id)?.[0] ?? []))
    expect([...new Set(imported)].filter(name => !isBuiltin(name) && !installed.has(name))).toEqual([])
    expect(inlinedDependencies.filter(name => installed.has(name))).toEqual([])
    const licenses = inlinedDependencies.length > 0 ? read('dist/third-party-licenses.txt') : ''
    expect(inlinedDependencies.filter(name => !new RegExp(`^${name} \\d`, 'm').test(licenses))).toEqual([])
  })

  test('the declarations that an export leads to are in the tarball, and so is what they import', () => {
    const installed = installedWith(read)
    const missing: string[] = []
    const seen = new Set<string>()
    const targets = Object.values(packed.manifest.exports).flatMap(each =>
      typeof each === 'string' ? [] : each['types']!,
    )
    const waiting = targets.map(file => file.replace(/^\.\//, ''))
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      if (!files.includes(file)) {
        missing.push(file)
        continue
      }
      for (const id of namedIn(file, read(file))) {
        const name = PACKAGE_NAME.exec(id)?.[0]
        if (name === undefined) waiting.push(posix.join(posix.dirname(file), id.replace(/(?:\.d)?\.[jt]sx?$/, '.d.ts')))
        else if (!isBuiltin(name) && !installed.has(name) && !TYPES_OF_ROUTES.includes(name))
          missing.push(`${name}, for ${file}`)
      }
    }
    expect(missing).toEqual([])
  })

  test('the maps of the tarball bring the sources they point to', () => {
    const maps = files.filter(file => file.endsWith('.map')).map(file => JSON.parse(read(file)))
    // A plugin with a client part only is published as it is written, because sites build it. A server is smaller
    // without maps.
    const isWithout = (packed.manifest['files'] as string[]).includes('!dist/**/*.map')
    expect(maps.length > 0).toBe(isCompiled(packed.manifest.exports) && !isWithout)
    expect(maps.filter(({ sources, sourcesContent }) => sourcesContent?.length !== sources.length)).toEqual([])
  })

  test('package.json says what a registry shows, and the tarball has what people read first', () => {
    expect(packed.manifest).toMatchObject({
      description: expect.stringMatching(/\w/),
      license: 'Apache-2.0',
      repository: { type: 'git', directory: folder },
      engines: { node: expect.stringMatching(/^>=/) },
      files: expect.arrayContaining([isCompiled(packed.manifest.exports) ? 'dist' : 'client']),
      sideEffects: expect.anything(),
    })
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
  })

  test('exports names one module a line, and each is the same module in the sources as in the build', () => {
    const { './package.json': own, ...modules } = packed.manifest.exports
    expect(own).toBe('./package.json')
    const dist = BUILT_IN[folder] ?? './dist'
    for (const [subpath, targets] of Object.entries(modules)) {
      expect(subpath).not.toContain('*')
      if (isStyleSheet(subpath)) {
        expect(files.map(file => `./${file}`)).toContain(targets)
        continue
      }
      const { [SOURCE]: source = '', types, default: built } = targets as Record<string, string>
      const module = source.replace(/^\.\/(?:src|server)\//, '').replace(/\.tsx?$/, '')
      expect({ types, default: built }).toEqual({ types: `${dist}/${module}.d.ts`, default: `${dist}/${module}.js` })
      expect(existsSync(fileURLToPath(new URL(`${folder}/${source}`, repository))), source).toBe(true)
    }
  })

  test('the tarball has the mail templates that modules read beside them', () => {
    const templates = globSync('src/**/mail/*.{txt,html,yml}', { cwd: fileURLToPath(new URL(folder, repository)) })
    expect(templates.length > 0).toBe(folder === 'apps/server')
    expect(files).toEqual(expect.arrayContaining(templates.map(file => file.replace(/^src/, 'dist'))))
  })
})

/** Whether a package has modules beside its package.json. */
const isCompiled = (exports: object) => Object.keys(exports).length > 1

/** The guide tells authors of plugins with routes to install the types of these. */
const TYPES_OF_ROUTES = ['express', 'koa']

const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/.#][^/]*/

/** The package itself, and the packages that are installed with it. */
function installedWith(read: (file: string) => string): ReadonlySet<string> {
  const { name, dependencies, peerDependencies } = JSON.parse(read('package.json')) as {
    name: string
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
  return new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
}

/** What a module, or a declaration, imports and exports by the name of another one. */
function namedIn(file: string, text: string): string[] {
  const { staticImports, staticExports } = parseSync(file, text).module
  const exported = staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []))
  const names = [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported].map(({ value }) => value)
  const withoutComments = text.replaceAll(/\/\*.*?\*\//gs, '')
  const inTypes = [...withoutComments.matchAll(/\bimport\((?:'([^']+)'|"([^"]+)")\)/g)].map(
    ([, one, other]) => one ?? other!,
  )
  return file.endsWith('.d.ts') ? [...names, ...inTypes] : names
}
