// Runs what the builds of server and stream do after their modules have been written: by turbo, these are the second
// commands of the script `build` of their package.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the stream is built of. */
const SOURCES = [
  'pnpm-lock.yaml',
  'plugins.json',
  'plugins/*/package.json',
  'plugins/*/client/**/*.*',
  'apps/stream/build.js',
  'apps/stream/src/**/*.*',
  'apps/admin/{dist,styles}/**/*.{js,css}',
  'packages/{client-kit,client-sdk}/{dist,styles,locales}/**/*.*',
]

/**
 * @param {string} root folder of the repository
 * @throws Error when a step fails, after what it printed
 */
export function runSteps(root) {
  run(join(root, 'apps/server'), '../../scripts/finish-server.js')
  const [stream, digest] = [join(root, 'apps/stream'), digestOf(root)]
  const record = join(stream, 'dist/.built-of')
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return
  run(stream, 'build.js')
  writeFileSync(record, digest)
}

function run(cwd, script) {
  const { status } = spawnSync(process.execPath, [script], { cwd, stdio: ['ignore', 2, 'inherit'] })
  if (status !== 0) throw new Error(`${join(cwd, script)} failed`)
}

function digestOf(root) {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(pattern => globSync(pattern, { cwd: root })).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
