// Builds what browsers load: the stream in hashed files, and the scripts that other sites load under names that never
// change.
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clientPartIn, packageOf, readPluginList } from '@platform/plugin-host'
import { build } from 'vite'
import { buildStream } from './dist/node/build/build-stream.js'

const root = import.meta.dirname

const shared = {
  root,
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions: ['@platform/source', 'module', 'browser'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

// The client parts of this repository's plugins are in the build, so a site that lists no others builds nothing. A
// folder without a package.json is a plugin of the site that runs in this checkout, which builds it itself.
const plugins = join(root, '../../plugins')
const parts = readdirSync(plugins).flatMap(name => {
  const directory = join(plugins, name)
  const [part, file] = [clientPartIn(directory), packageOf(directory)]
  return part && file ? [{ ...part, plugin: name, version: file.version }] : []
})
const { client } = await readPluginList(join(root, '../..'))
// The style sheets are a source of every build, also of one that an operator makes.
cpSync(join(root, 'src/styles'), join(root, 'dist/styles'), { recursive: true })
await buildStream({ parts, together: client.map(({ name }) => name), out: join(root, 'dist/stream') })

const embed = join(root, 'dist/embed')
const next = `${embed}.next-${process.pid}`
/** Each script of another site is one classic script, which has no module of its own to load. */
for (const name of ['embed', 'embed-polyfilled', 'embed-polyfill', 'count'])
  await build({
    ...shared,
    build: {
      target: 'es2018',
      outDir: next,
      emptyOutDir: false,
      lib: { entry: `src/embed/${name}.ts`, formats: ['iife'], name: 'platform', fileName: () => `${name}.js` },
    },
  })
// A server or another build that reads the folder at the same time finds every file.
mkdirSync(embed, { recursive: true })
for (const file of readdirSync(next)) renameSync(join(next, file), join(embed, file))
rmSync(next, { recursive: true })
