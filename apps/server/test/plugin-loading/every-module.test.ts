import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSite, run, type Site } from '../plugin-commands/site.ts'
import {
  COMMONJS,
  ES_MODULE,
  installServer,
  type Line,
  layOutRepository,
  MODULES,
  type Module,
  server,
} from './every-module.ts'

const BY_NAME = ({ path }: Module) => `@platform/server/${path}`
/** By the server's name, from the server's root, and from the repository's. */
const FORMS: readonly ((module: Module) => string)[] = [
  BY_NAME,
  ({ path }) => path,
  ({ path }) => `../../${path}`,
  ({ path }) => `apps/server/src/${path}`,
  ({ path }) => `../../apps/server/src/${path}`,
  ({ file }) => `../../apps/server/src/${file}`,
]

/** `url` alone is Node's own module. */
const isNodes = (specifier: string) => specifier === 'url'

const IN_FOLDERS = ['old', 'new']
const IN_PACKAGES = ['platform-plugin-old', 'platform-plugin-new']

const plugins = () =>
  createSite(
    {
      'plugins/old/index.js': COMMONJS('old'),
      'plugins/new/index.js': ES_MODULE('new'),
      'package.json': '{"type": "module"}',
    },
    { packages: false },
  )

const published = (name: string, manifest: object, index: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js', ...manifest }),
  [`node_modules/${name}/index.js`]: index,
})

const linesOf = (forms: readonly ((module: Module) => string)[], fileOf: (module: Module) => string): Line[] =>
  forms
    .flatMap(form => MODULES.map((module): Line => [form(module), fileOf(module), !module.isProgram]))
    .filter(([specifier]) => !isNodes(specifier))

/** What each plugin wrote of its imports, of which none may fail. */
async function expectAll(site: Site, names: readonly string[], lines: readonly Line[]): Promise<void> {
  for (const name of names)
    expect({ name, ...JSON.parse(await site.read(`${name}.json`)) }).toEqual({
      name,
      lines: lines.length,
      failures: [],
    })
}

const built = (folder: string) => (module: Module) => join(folder, 'dist', module.file.replace(/\.tsx?$/, '.js'))

/** Starts with these plugins as far as `plugins doctor` does; where the command line is run from decides which server it is. */
async function examine(site: Site, bin: string, names: readonly string[], lines: readonly Line[]): Promise<void> {
  await site.write({ 'plugins.json': JSON.stringify({ server: names }), 'modules.json': JSON.stringify(lines) })
  const { out, err } = await run(site.root, [process.execPath, join(bin, 'bin/platform.js'), 'plugins', 'doctor'])
  expect(out, err).toBe('Nothing is wrong.\n')
  await expectAll(site, names, lines)
}

test('in the repository plugins import and require every module of the server', { timeout: 120_000 }, async () => {
  await using site = await plugins()
  await layOutRepository(site)
  await examine(site, server, IN_FOLDERS, linesOf(FORMS, built(server)))
})

test('plugins import and require every module of an installed server', { timeout: 120_000 }, async () => {
  await using site = await plugins()
  await installServer(site)
  const installed = join(site.root, 'node_modules/@platform/server')
  await examine(site, installed, IN_FOLDERS, linesOf(FORMS, built(installed)))
  const [old = '', young = ''] = IN_PACKAGES
  await site.write({
    ...published(old, {}, COMMONJS(old)),
    ...published(young, { type: 'module' }, ES_MODULE(young)),
  })
  await examine(site, installed, IN_PACKAGES, linesOf([BY_NAME], built(installed)))
})

test('in development plugins import and require every TypeScript source', { timeout: 120_000 }, async () => {
  await using site = await plugins()
  await layOutRepository(site)
  const lines = linesOf(FORMS, ({ file }) => join(server, 'src', file))
  await site.write({ 'modules.json': JSON.stringify(lines) })
  const program = join(server, 'test/plugin-loading/programs/import-plugins.ts')
  const conditions = ['--conditions=@platform/source', '--disable-warning=ExperimentalWarning']
  const { code, err } = await run(site.root, [process.execPath, ...conditions, program])
  expect(code, err).toBe(0)
  await expectAll(site, IN_FOLDERS, lines)
})
