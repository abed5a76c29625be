#!/usr/bin/env node
// Runs on every Node that has ES modules, so that an older one gets an answer: it names nothing that one lacks.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { applyProcessSettings } from './process-settings.js'

/** The oldest Node that the server runs on, as `engines` says. */
const OLDEST = [22, 18]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const program = new URL('../dist/cli/main.js', import.meta.url)

const isServer = process.argv[2] === 'serve'
if (isServer) applyProcessSettings()

// A server that is told to end while it is being loaded has nothing to put in order.
if (isServer || process.argv[2] === 'dev') {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
  // A server that was started by `nohup` goes on when its terminal ends.
  process.on('SIGHUP', async () => {
    const { ignoresHangup } = await import('../dist/main/hangup.js')
    if (!ignoresHangup()) process.exit(0)
  })
}

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const { runOnNewerNode } = await import('./newer-node.js')
  runOnNewerNode(fileURLToPath(import.meta.url), OLDEST.join('.'))
} else if (existsSync(program)) {
  // Node keeps in memory what it has read from the cache, so a server takes it up after its own modules.
  if (!isServer) nodeModule.enableCompileCache?.()
  const { main } = await import(program.href)
  await main(process.argv)
} else {
  process.stderr.write('The server is not built: run npx -y pnpm@12 build\n')
  process.exit(69)
}
