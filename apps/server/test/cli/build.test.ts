import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, rm, symlink, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readPluginList } from '@platform/plugin-host'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { BIN, emptyFolder, serve } from './command.ts'
import { commandsInTurn } from './commands-in-turn.ts'
import { startDev, write } from './dev-server.ts'

// A test starts the command several times, and each time bundles.
vi.setConfig({ testTimeout: 90_000 })

const part = (text: string) => `import { defineClientPlugin } from '@platform/client-sdk'

const Hello = () => <p class="hello">${text}</p>

export default defineClientPlugin({ slots: { stream: Hello } })
`
const SITE = {
  'plugins.json': '{ "client": ["hello"] }',
  'plugins/hello/client/index.tsx': part('Hello'),
}
const PRODUCTION = {
  NODE_ENV: 'production',
  PLATFORM_ROOT_URL: 'https://comments.example.org',
  PLATFORM_DOCSTORE_URL: 'sqlite:data/platform.db',
  PLATFORM_KVSTORE_URL: 'memory:',
  PLATFORM_JWT_SECRET: 'kX9vQ2mB7nL4tR8wZ1cY6pD3sF5gH0jA',
}
const require = createRequire(import.meta.url)
const platform = commandsInTurn()

let built: Awaited<ReturnType<typeof emptyFolder>>
beforeAll(async () => {
  built = await emptyFolder()
  await write(built.path, SITE)
  expect((await platform(['build'], { cwd: built.path })).exitCode).toBe(0)
})
afterAll(() => built[Symbol.asyncDispose]())

/** A folder of its own with the site and its build. */
async function builtSite(): ReturnType<typeof emptyFolder> {
  const folder = await emptyFolder()
  await cp(built.path, folder.path, { recursive: true })
  return folder
}

/** Installs a plugin as its package has it: without the settings of a compiler, which would check its types. */
async function installReleased(plugin: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of readdirSync(plugin).filter(each => !each.startsWith('tsconfig')))
    await (name === 'node_modules'
      ? symlink(join(plugin, name), join(to, name))
      : cp(join(plugin, name), join(to, name), { recursive: true }))
}

const filesIn = (folder: string) => readdirSync(join(folder, '.platform/client/browser')).toSorted()

test('platform build builds what a server in production shows, with the same names on every machine', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, SITE)
  const { exitCode, stdout } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stdout]).toEqual([0, 'Built hello into .platform/client. Deploy this folder with the project.\n'])
  expect(filesIn(folder.path)).toEqual(filesIn(built.path))
  const port = await freePort()
  const env = { ...PRODUCTION, PLATFORM_ROOT_URL: `http://127.0.0.1:${port}` }
  await using server = await serve({ cwd: folder.path, env, port })
  const script = filesIn(folder.path).find(name => name.startsWith('parts-'))
  const answer = await fetch(`${server.url}/assets/${script}`)
  expect([answer.status, (await answer.text()).includes('hello')]).toEqual([200, true])
})

test('a server in production builds nothing: without a build of its parts as they are, it ends with 78', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, SITE)
  const start = ({ path }: { readonly path: string }) =>
    platform(['serve'], { cwd: path, env: { ...PRODUCTION, PORT: '0' } })
  const missing = await start(folder)
  expect([missing.exitCode, missing.stderr.includes('run \\"platform build\\"')]).toEqual([78, true])
  await using outdated = await builtSite()
  await write(outdated.path, { 'plugins/hello/client/index.tsx': part('Hello again') })
  expect((await start(outdated)).exitCode).toBe(78)
})

test('a build removes what others left that were ended, but not the folder of one that may be at work', async () => {
  await using folder = await builtSite()
  const left = ['client.tried-1', 'client.tried-1.next-2', 'client.next-3', 'client.tried-4']
  await Promise.all(left.map(name => mkdir(join(folder.path, '.platform', name))))
  const longAgo = new Date(Date.now() - 7_200_000)
  for (const name of left.slice(0, 3)) await utimes(join(folder.path, '.platform', name), longAgo, longAgo)
  expect((await platform(['build'], { cwd: folder.path })).exitCode).toBe(0)
  expect(readdirSync(join(folder.path, '.platform')).toSorted()).toEqual(['client', 'client.tried-4'])
})

testWith(LINUX)('a disk that takes no build is told as such, with 73, and the former build stays', async () => {
  await using folder = await builtSite()
  const before = filesIn(folder.path)
  // No file may have more than some kilobytes.
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, BIN, 'build']
  const { status, stderr } = spawnSync('sh', limited, { cwd: folder.path, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    73,
    expect.stringMatching(/^The client parts can't be written into \S+\/\.platform: File too large.*\n$/),
  ])
  expect([filesIn(folder.path), readdirSync(join(folder.path, '.platform'))]).toEqual([before, ['client']])
  await using unwritable = await emptyFolder()
  await write(unwritable.path, { ...SITE, '.platform': 'a file, not a folder' })
  const refused = await platform(['build'], { cwd: unwritable.path })
  expect([refused.exitCode, refused.stderr]).toEqual([73, expect.stringMatching(/^The client parts can't be .*\n$/)])
})

test('a build of another version is a problem for the doctor and for a frozen list', async () => {
  await using folder = await builtSite()
  const check = (...args: string[]) => platform(['plugins', ...args], { cwd: folder.path })
  expect([await check('doctor'), await check('reconcile', '--frozen')]).toMatchObject([
    { exitCode: 0 },
    { exitCode: 0 },
  ])
  const facts = join(folder.path, '.platform/client/build.json')
  writeFileSync(facts, JSON.stringify({ ...JSON.parse(readFileSync(facts, 'utf8')), release: 'another' }))
  const says = /\.platform\/client were built by another version of the server[\s\S]*run platform build/
  const [doctor, frozen] = [await check('doctor'), await check('reconcile', '--frozen')]
  expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringMatching(says)])
  expect([frozen.exitCode, frozen.stdout]).toEqual([1, expect.stringMatching(says)])
  expect((await platform(['build'], { cwd: folder.path })).exitCode).toBe(0)
  expect((await check('doctor')).exitCode).toBe(0)
})

test.each([
  [
    'does not compile',
    { 'plugins/hello/client/index.tsx': 'export default {' },
    /PLUGIN_BUILD_FAILED .*hello[\s\S]*index\.tsx:1:\d+/,
  ],
  [
    'imports what does not exist',
    { 'plugins/hello/client/index.tsx': "import 'preact/nothing'\nexport default {}" },
    /PLUGIN_BUILD_FAILED .*hello.*index\.tsx:1: there is no module "preact\/nothing"/,
  ],
  ['is missing', { 'plugins/hello/client/other.txt': '' }, /PLUGIN_CLIENT_MISSING .*hello .*has no client\/index\.tsx/],
])('a part that %s is refused by its plugin and file, and the last good build stays', async (how, files, message) => {
  await using folder = await builtSite()
  const before = filesIn(folder.path)
  if (how === 'is missing') await rm(join(folder.path, 'plugins/hello/client/index.tsx'))
  await write(folder.path, files as Readonly<Record<string, string>>)
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect(exitCode).toBe(78)
  expect(stderr).toMatch(message)
  expect(filesIn(folder.path)).toEqual(before)
  const doctor = await platform(['plugins', 'doctor'], { cwd: folder.path })
  expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringMatching(message)])
})

// Forms are checked before anything is asked of the graph, so each kind of mistake has a list of its own.
test.each<[what: string, mistakes: Readonly<Record<string, readonly [content: string, message: RegExp]>>]>([
  [
    'what they ask the graph for',
    {
      'unknown-field': [
        'export default { slots: {\n stream: { component: () => null, fragments: {\n asset: "fragment A on Asset { nothing }" } } } }',
        /^PLUGIN_FRAGMENT_INVALID .*slots\.stream\.fragments\.asset[\s\S]*nothing[\s\S]*client\/index\.tsx:3\n/,
      ],
      variable: [
        'export default { fragments: {\n Comment: "fragment A on Comment { replies(query: $q) { nodes { id } } }" } }',
        /^PLUGIN_FRAGMENT_INVALID .*fragments\.Comment: a fragment gets no variables: .* \$q, [\s\S]*index\.tsx:2\n/,
      ],
      conflict: [
        'export default { fragments: {\n Comment: "fragment A on Comment { replies(query: {limit: 1}) { nodes { id } } }" } }',
        /^PLUGIN_FRAGMENT_INVALID .*fragments\.Comment: .* a document of the core: Fields "replies" conflict [\s\S]*index\.tsx:2\n.*give the field a name of its own/,
      ],
      'query-as-mutation': [
        'export default { mutations: {\n\n go: { document: "{ me { id } }" } } }',
        /^PLUGIN_OPERATION_INVALID .*mutations\.go[\s\S]*give the text of one mutation[\s\S]*index\.tsx:3\n/,
      ],
    },
  ],
  [
    'their form',
    {
      'unknown-slot': [
        'export default { slots: {\n comentReactions: () => null } }',
        /^PLUGIN_CLIENT_INVALID .*slots\.comentReactions: there is no slot "comentReactions"; did you mean commentReactions\?\n.*index\.tsx:2\n/,
      ],
      element: [
        'export default { slots: { stream: <p /> } }',
        /^PLUGIN_CLIENT_INVALID .*slots\.stream: expected a component, /,
      ],
      'unknown-key': [
        'export default { slot: {} }',
        /^PLUGIN_CLIENT_INVALID .*there is no key "slot"; did you mean slots\?/,
      ],
      texts: ['export default { translations: { en: "Hello" } }', /^PLUGIN_CLIENT_INVALID .*translations\.en: /],
      'no-default': [
        'export const part = {}',
        /^PLUGIN_CLIENT_INVALID .*there is no default export; write export default defineClientPlugin/,
      ],
      'no-part': ['export default 1', /^PLUGIN_CLIENT_INVALID .*the default export is no object/],
    },
  ],
])(
  'mistakes of parts in %s are refused together, by plugin, file and line, and the last good build stays',
  async (_what, mistakes) => {
    await using folder = await builtSite()
    const before = filesIn(folder.path)
    const names = Object.keys(mistakes)
    await write(folder.path, {
      'plugins.json': JSON.stringify({ client: names }),
      ...Object.fromEntries(names.map(name => [`plugins/${name}/client/index.tsx`, mistakes[name]![0]])),
    })
    const [built, doctor] = await Promise.all(
      [['build'], ['plugins', 'doctor']].map(command => platform(command, { cwd: folder.path })),
    )
    expect([built!.exitCode, doctor!.exitCode]).toEqual([78, 1])
    for (const text of [built!.stderr, doctor!.stdout]) {
      const problems = text.split(/\n+(?=PLUGIN_)/)
      expect(problems).toHaveLength(names.length)
      for (const name of names)
        expect(problems.filter(problem => problem.includes(`  ${name} client: `))).toEqual([
          expect.stringMatching(mistakes[name]![1]),
        ])
    }
    expect(filesIn(folder.path)).toEqual(before)
  },
)

test('platform plugins remove builds the client parts that are left', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, {
    ...SITE,
    'plugins.json': '{ "client": ["hello", "second"] }',
    'plugins/second/client/index.tsx': part('Second'),
  })
  const { exitCode, stdout } = await platform(['plugins', 'remove', 'second', '--json'], { cwd: folder.path })
  expect([exitCode, JSON.parse(stdout).notes]).toEqual([
    0,
    ['the client parts are built: deploy .platform/client with the project'],
  ])
  expect(filesIn(folder.path)).toEqual(filesIn(built.path))
})

test('two parts with one tab name are refused by both plugins with file and line, and the last good build stays', async () => {
  await using folder = await builtSite()
  const before = filesIn(folder.path)
  const tab = 'slots: { streamTabs: () => "Tab", streamTabPanes: () => null }'
  await write(folder.path, {
    'plugins.json': '{ "client": ["first", "second"] }',
    'plugins/first/client/index.tsx': `export default {\n  ${tab},\n  tabs: { streamTabs: 'pins' },\n}\n`,
    'plugins/second/client/index.tsx': `export default {\n  tabs: {\n    streamTabs: 'pins' },\n  ${tab},\n}\n`,
  })
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect(exitCode).toBe(78)
  expect(stderr).toMatch(/PLUGIN_CLIENT_INVALID .*first[\s\S]*two plugins have a tab named "pins"/)
  expect(stderr).toMatch(/plugins\/first\/client\/index\.tsx:3\b[\s\S]*plugins\/second\/client\/index\.tsx:3\b/)
  expect(stderr).toContain("give one of them another name by tabs: { streamTabs: '…' }")
  expect(filesIn(folder.path)).toEqual(before)
})

test('an order that no plugin on the server counts is a warning of the build; a reaction without its server part is refused', async () => {
  await using folder = await emptyFolder()
  const sort = "import { defineSortClient } from '@platform/client-sdk'\nexport default defineSortClient("
  await write(folder.path, {
    'plugins.json': '{ "client": ["most-thanked"] }',
    'plugins/most-thanked/client/index.tsx': `${sort}{ sortBy: 'THANKS', sortOrder: 'DESC', translations: {} })`,
  })
  const built = await platform(['build', '--json'], { cwd: folder.path })
  expect(JSON.parse(built.stdout).warnings).toEqual([
    expect.stringMatching(
      /most-thanked.*its order by THANKS is not shown.*list the plugin that counts THANKS under "server"/,
    ),
  ])
  const reaction = "import { defineReactionClient } from '@platform/client-sdk'\nexport default defineReactionClient("
  await write(folder.path, {
    'plugins/most-thanked/client/index.tsx': `${reaction}{ name: 'thank', icon: 'M4 12h16', translations: {} })`,
  })
  const refused = await platform(['build'], { cwd: folder.path })
  expect(refused.exitCode).toBe(78)
  expect(refused.stderr).toMatch(/PLUGIN_OPERATION_INVALID .*most-thanked[\s\S]*list most-thanked under "server" too/)
  // The operation is unknown because this server part can't be loaded, so that is what is reported.
  await write(folder.path, {
    'plugins.json': '{ "server": ["most-thanked"], "client": ["most-thanked"] }',
    'plugins/most-thanked/server/index.js': "import 'not-installed'\nexport default {}\n",
  })
  const { stderr } = await platform(['build'], { cwd: folder.path })
  expect(stderr).toMatch(/PLUGIN_LOAD_FAILED .*most-thanked.*not-installed/)
  expect(stderr).not.toContain('PLUGIN_OPERATION_INVALID')
})

test.each([
  [
    'that needs a browser to load',
    'export const one = 1\nwindow.name = ""\nexport default {}',
    /PLUGIN_CLIENT_INVALID .*hello client: the server can't load the module: .*window is not defined\n.*index\.tsx:2\n.*only in effects and handlers/,
  ],
  [
    'that never ends to load',
    'await new Promise(() => {})\nexport default {}',
    /PLUGIN_CLIENT_INVALID .*hello client: the server can't load the module: .*was not loaded after 5 seconds\n.*index\.tsx\n.*await nothing/,
  ],
  [
    'that throws for another reason',
    'unknown.name = ""',
    /unknown is not defined\n.*index\.tsx:1\n {2}fix {2}correct what it runs while it is loaded\n/,
  ],
  [
    'that throws an error of its own',
    'throw new Error("no luck")',
    /the server can't load the module: .*no luck\n.*index\.tsx:1\n {2}fix {2}correct what it runs while it is loaded\n/,
  ],
  [
    'that imports a package that is not installed',
    "import { chunk } from 'lodash/fp'\nexport default { slots: { stream: () => chunk } }",
    /PLUGIN_BUILD_FAILED .*plugins\/hello\/client\/index\.tsx:1: there is no module "lodash\/fp"\n[\s\S]*npm install lodash,/,
  ],
  [
    'that imports a module of Node',
    "import { readFileSync } from 'node:fs'\nexport default { slots: { stream: () => readFileSync('x') } }",
    /PLUGIN_BUILD_FAILED .* plugins\/hello\/client\/index\.tsx:1: there is no module "node:fs" in a browser\n[\s\S]*leave it to the part for the server/,
  ],
])('a module %s is refused by plugin and file', async (_what, source, message) => {
  await using folder = await emptyFolder()
  await write(folder.path, { ...SITE, 'plugins/hello/client/index.tsx': source })
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stderr]).toEqual([78, expect.stringMatching(message)])
})

test('modules of several plugins that throw while they are loaded are refused together', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, {
    'plugins.json': '{ "client": ["hello", "greeting"] }',
    'plugins/hello/client/index.tsx': 'throw new Error("no luck")',
    'plugins/greeting/client/index.tsx': 'unknown.name = ""',
  })
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect(exitCode).toBe(78)
  expect(stderr).toMatch(/hello client: the server can't load the module: .*no luck\n.*index\.tsx:1\n/)
  expect(stderr).toMatch(
    /greeting client: the server can't load the module: .*unknown is not defined\n.*index\.tsx:1\n/,
  )
})

test('a component that expects props that its slot does not give is refused by the line, where the plugin has a compiler', async () => {
  await using folder = await emptyFolder()
  const source = `import { defineClientPlugin } from '@platform/client-sdk'

const Hello = ({ headline }: { headline: string }) => <p>{headline}</p>
export default defineClientPlugin({
  slots: { stream: Hello },
})
`
  const settings = { jsx: 'react-jsx', jsxImportSource: 'preact', module: 'NodeNext', strict: true, skipLibCheck: true }
  await write(folder.path, {
    ...SITE,
    'plugins/hello/client/index.tsx': source,
    'plugins/hello/package.json': '{ "name": "hello", "type": "module" }',
    'plugins/hello/tsconfig.json': JSON.stringify({ compilerOptions: settings, include: ['client'] }),
  })
  await mkdir(join(folder.path, 'node_modules/@platform'), { recursive: true })
  for (const name of ['typescript', 'preact', '@platform/client-sdk'])
    await symlink(dirname(require.resolve(`${name}/package.json`)), join(folder.path, 'node_modules', name))
  await write(folder.path, { 'plugins/hello/client/index.tsx': source.replace('stream:', 'straem:') })
  const misspelt = await platform(['build'], { cwd: folder.path })
  // The cause comes first, and what the compiler says about the same line is left out.
  expect(misspelt.stderr).toMatch(/^PLUGIN_CLIENT_INVALID .*there is no slot "straem"; did you mean stream\?/)
  expect(misspelt.stderr).not.toContain('PLUGIN_CLIENT_TYPES')
  await write(folder.path, { 'plugins/hello/client/index.tsx': source })
  const message = /PLUGIN_CLIENT_TYPES .*hello client: TS\d+: [\s\S]*headline[\s\S]*client\/index\.tsx:5\n/
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stderr]).toEqual([78, expect.stringMatching(message)])
  await write(folder.path, {
    'plugins/hello/client/index.tsx': source
      .replaceAll('headline', 'root')
      .replace('string', 'object')
      .replace('{root}', 'Hello'),
  })
  expect((await platform(['build'], { cwd: folder.path })).exitCode).toBe(0)
})

test('a part that weighs more than 3 kB gets a warning; what it loads later does not count', async () => {
  await using folder = await emptyFolder()
  const digits = Array.from({ length: 4_000 }, (_, i) => Math.sin(i).toString(36).slice(4, 8)).join('')
  await write(folder.path, {
    ...SITE,
    'plugins/hello/client/index.tsx': part(digits),
    'plugins/later/client/index.tsx':
      "export default { slots: { stream: () => <p onClick={() => import('./more.ts')} /> } }",
    'plugins/later/client/more.ts': `export const more = '${digits}'`,
    'plugins.json': '{ "client": ["hello", "later"] }',
  })
  const { exitCode, stdout } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/\nWarning: hello adds \d+\.\d kB to what [^\n]+\.\n$/)])
  const { weights } = JSON.parse((await platform(['build', '--json'], { cwd: folder.path })).stdout)
  expect(weights.map(({ plugin, bytes }: { plugin: string; bytes: number }) => [plugin, bytes > 3_000])).toEqual([
    ['hello', true],
    ['later', false],
  ])
})

test('beside a part of its own, a site is not warned of a part of the default list', async () => {
  const checkout = join(import.meta.dirname, '../../../..')
  const { server, client } = await readPluginList(checkout, undefined)
  await using folder = await emptyFolder()
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name)
  await write(folder.path, {
    ...SITE,
    'plugins.json': JSON.stringify({ server: names(server), client: [...names(client), 'hello'] }),
  })
  await mkdir(join(folder.path, 'node_modules'))
  for (const name of new Set([...names(server), ...names(client)]))
    await installReleased(join(checkout, 'plugins', name), join(folder.path, 'node_modules', name))
  const { exitCode, stdout } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Built [^\n]+, hello into [^\n]+\n$/)])
})

test('a package that is written for Node is refused as such', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, {
    ...SITE,
    'node_modules/old/package.json': '{ "name": "old", "version": "1.0.0", "main": "index.js" }',
    'node_modules/old/index.js': 'module.exports = { place: __filename }',
    'plugins/hello/client/index.tsx': "import { place } from 'old'\nexport default { slots: { stream: () => place } }",
  })
  const { exitCode, stderr } = await platform(['build'], { cwd: folder.path })
  expect([exitCode, stderr]).toEqual([78, expect.stringMatching(/__filename is not defined[\s\S]*is written for Node/)])
})

test('nothing is built without client parts, or when the release has all of them, and the answer says so', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, { 'plugins.json': '{}' })
  const without = await platform(['build'], { cwd: folder.path })
  expect([without.exitCode, without.stdout]).toEqual([
    0,
    expect.stringContaining('plugins.json lists no plugin under "client": there is nothing to build'),
  ])
  await mkdir(join(folder.path, 'node_modules'))
  const permalink = join(import.meta.dirname, '../../../../plugins/platform-plugin-permalink')
  await symlink(permalink, join(folder.path, 'node_modules/platform-plugin-permalink'))
  await write(folder.path, { 'plugins.json': '{ "client": ["permalink"] }' })
  const released = await platform(['build'], { cwd: folder.path })
  expect(released.stdout).toContain('The release comes with the client parts that plugins.json lists')
  const { built, folder: out, weights } = JSON.parse((await platform(['build', '--json'], { cwd: folder.path })).stdout)
  expect([built, out, weights]).toEqual([
    false,
    null,
    [{ plugin: 'platform-plugin-permalink', bytes: expect.any(Number) }],
  ])
  expect(readdirSync(folder.path)).not.toContain('.platform')
})

test('the log names the line of a component that throws', async () => {
  await using folder = await emptyFolder()
  const thrower = "const Hello = () => {\n  throw new Error('no luck')\n}\nexport default { slots: { stream: Hello } }"
  await write(folder.path, { ...SITE, 'plugins/hello/client/index.tsx': thrower })
  const port = await freePort()
  await using server = await serve({ cwd: folder.path, port })
  await fetch(`${server.url}/demo`)
  await expect.poll(() => server.log, { timeout: 10_000 }).toMatch(/no luck[^\n]*plugins\/hello\/client\/index\.tsx:2:/)
})

test('platform dev builds a part again when it is saved, and keeps the last one while a part does not compile', async () => {
  await using folder = await emptyFolder()
  await write(folder.path, SITE)
  await using server = await startDev(folder.path)
  await server.next('listening')
  const shown = async () => /class="hello">([^<]*)/.exec(await (await fetch(`${server.url}/demo`)).text())?.[1]
  const id = async () => (await fetch(`${server.url}/api/v1/client-build`)).text()
  expect(await shown()).toBe('Hello')
  const before = await id()
  await write(folder.path, { 'plugins/hello/client/index.tsx': part('Good morning') })
  await server.next('reloaded')
  expect([await shown(), (await id()) === before]).toEqual(['Good morning', false])
  await write(folder.path, { 'plugins/hello/client/index.tsx': 'export default {' })
  await server.next('refused')
  expect(await shown()).toBe('Good morning')
  expect(readFileSync(join(folder.path, '.platform/client/build.json'), 'utf8')).toContain('hello')
})
