import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSite, run, type Site } from '../plugin-commands/site.ts'
import { importing, installServer, type Line, layOutRepository, MODULES, type Module, server } from './every-module.ts'

type Form = (module: Module) => string

const BY_NAME: Form = ({ path }) => `@platform/server/${path}`
/** By the server's name, from the server's root, and from the repository's. */
const FORMS: Readonly<Record<string, Form>> = {
  name: BY_NAME,
  path: ({ path }) => path,
  'relative-path': ({ path }) => `../../${path}`,
  'repository-path': ({ path }) => `apps/server/src/${path}`,
  'repository-relative-path': ({ path }) => `../../apps/server/src/${path}`,
  'repository-file': ({ file }) => `../../apps/server/src/${file}`,
}

/** `url` alone is Node's own module, and `graphql/index` one of the package graphql: what Node finds goes first. */
const isFoundByNode = (specifier: string) => ['url', 'graphql/index'].includes(specifier)

const linesOf = (form: Form, fileOf: Form) =>
  MODULES.map((module): Line => [form(module), fileOf(module), !module.isProgram]).filter(
    ([specifier]) => !isFoundByNode(specifier),
  )

/** Two plugins for each form, because a plugin has ten seconds to load and a busy machine needs more for all forms. */
const pluginsOf = (fileOf: Form) =>
  Object.assign(
    {},
    ...Object.entries(FORMS).map(([name, form]) => importing(name, 'plugins', linesOf(form, fileOf))),
  ) as Record<string, string>
const IN_FOLDERS = Object.keys(FORMS).flatMap(name => [`${name}-old`, `${name}-new`])
const IN_PACKAGES = ['platform-plugin-old', 'platform-plugin-new']

const built =
  (folder: string): Form =>
  ({ file }) =>
    join(folder, 'dist', file.replace(/\.tsx?$/, '.js'))

/** What each plugin wrote of its imports, of which none may fail. */
async function expectNoFailure(site: Site, names: readonly string[]): Promise<void> {
  for (const name of names) expect([name, JSON.parse(await site.read(`${name}.failures.json`))]).toEqual([name, []])
}

/** Starts with these plugins as far as `plugins doctor` does; the command line's place decides which server it is. */
async function examine(site: Site, from: string, names: readonly string[]): Promise<void> {
  await site.write({ 'plugins.json': JSON.stringify({ server: names }) })
  const { out, err } = await run(site.root, [process.execPath, join(from, 'bin/platform.js'), 'plugins', 'doctor'])
  expect(out, err).toBe('Nothing is wrong.\n')
  await expectNoFailure(site, names)
}

test('in the repository plugins import and require every module of the server', { timeout: 120_000 }, async () => {
  await using site = await createSite(pluginsOf(built(server)), { packages: false })
  await layOutRepository(site)
  await examine(site, server, IN_FOLDERS)
})

test('plugins import and require every module of an installed server', { timeout: 120_000 }, async () => {
  await using site = await createSite({}, { packages: false })
  await installServer(site)
  const installed = join(site.root, 'node_modules/@platform/server')
  await site.write({
    ...pluginsOf(built(installed)),
    ...importing('platform-plugin', 'node_modules', linesOf(BY_NAME, built(installed))),
  })
  // The import hook begins with the first plugin, in a folder or not.
  await examine(site, installed, [...IN_PACKAGES, ...IN_FOLDERS])

  await site.write({
    'plugins.json': '{"server": ["lost"]}',
    'plugins/lost/index.js': 'require("@platform/server/services/wordlist")',
  })
  const { out } = await run(site.root, [process.execPath, join(installed, 'bin/platform.js'), 'plugins', 'doctor'])
  expect(out).toContain('this server has no such module: use the hook moderation')
})

test('in development plugins import and require every TypeScript source', { timeout: 120_000 }, async () => {
  await using site = await createSite(
    pluginsOf(({ file }) => join(server, 'src', file)),
    { packages: false },
  )
  await layOutRepository(site)
  const conditions = ['--conditions=@platform/source', '--disable-warning=ExperimentalWarning']
  const program = join(server, 'test/plugin-loading/programs/import-plugins.ts')
  const { code, err } = await run(site.root, [process.execPath, ...conditions, program, ...IN_FOLDERS])
  expect(code, err).toBe(0)
  await expectNoFailure(site, IN_FOLDERS)
})
