import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

const CONFIGURATION = 78

/**
 * Runs a script again on the Node that the workspace, or the package `node` of a site, brings, and ends as that one
 * does; without one it says what is missing.
 *
 * @param {string} script
 * @param {string} oldest the oldest version of Node that the script runs on
 */
export function runOnNewerNode(script, oldest) {
  const node = nodeAbove(dirname(script))
  if (node === undefined) {
    process.stderr.write(
      `This needs Node ${oldest} or newer, and this is Node ${process.versions.node}. Install a newer Node, or run ` +
        `${isInCheckout(script) ? 'npx -y pnpm@12 install' : 'npm install node@24'}, which brings one along.\n`,
    )
    process.exit(CONFIGURATION)
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
  forwardSignals(child)
  child.once('error', error => {
    process.stderr.write(`${node} cannot be run: ${error.message}\n`)
    process.exit(CONFIGURATION)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 0)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * What ends this process ends the other one. A terminal signals both, and its second Ctrl-C ends the server without
 * order, so what a terminal sends is not handed on.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    const isSentToBoth = hasTerminal && signal !== 'SIGTERM'
    process.removeAllListeners(signal).on(signal, () => {
      if (!isSentToBoth) child.kill(signal)
    })
  }
}

/**
 * Whether a script is in a checkout of the platform, and not in an installed package.
 *
 * @param {string} script
 */
const isInCheckout = script => existsSync(join(dirname(script), '../../../pnpm-workspace.yaml'))

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function nodeAbove(folder) {
  const node = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  const above = dirname(folder)
  return above === folder ? undefined : nodeAbove(above)
}
