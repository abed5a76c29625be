// Builds what browsers load: the stream in hashed files, and the scripts that other sites load under names that never
// change.
import { rmSync } from 'node:fs'
import { build } from 'vite'

const root = import.meta.dirname

const shared = {
  root,
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions: ['@platform/source', 'module', 'browser'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

rmSync(`${root}/dist/embed`, { recursive: true, force: true })
await build({
  ...shared,
  build: {
    target: 'es2022',
    outDir: 'dist/browser',
    assetsDir: '',
    manifest: true,
    modulePreload: false,
    // The style sheet is no part of a script, or scripts that are loaded later would load it again.
    rolldownOptions: {
      input: { stream: 'src/browser/main.ts', style: 'src/styles/index.css' },
      output: { assetFileNames: 'stream-[hash][extname]' },
    },
  },
})

/** Each script of another site is one classic script, which has no module of its own to load. */
for (const name of ['embed', 'embed-polyfilled', 'embed-polyfill', 'count'])
  await build({
    ...shared,
    build: {
      target: 'es2018',
      outDir: 'dist/embed',
      emptyOutDir: false,
      lib: { entry: `src/embed/${name}.ts`, formats: ['iife'], name: 'platform', fileName: () => `${name}.js` },
    },
  })
