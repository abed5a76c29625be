// Imports the plugins that the command line names from the working directory, with the import hooks of the sources.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { letPluginsImport } from '@platform/plugin-host'
import { transformSync } from 'oxc-transform'
import { SERVER_MODULES } from '#server/main/load-plugins'

// Node does not run JSX, so it is changed into function calls here, as in builds and test runners.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { importSource: 'preact' } })
    return { format: 'module', source: code, shortCircuit: true }
  },
})

const root = process.cwd()
letPluginsImport(root, SERVER_MODULES)
for (const name of process.argv.slice(2)) await import(pathToFileURL(join(root, 'plugins', name, 'index.js')).href)
