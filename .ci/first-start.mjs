// Does what the README tells a new operator to do, in a clone without packages, and looks at what that takes: the
// server must answer, and what only tests, types and releases need must not be installed.
import { spawn } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MOST_MEGABYTES = 300
const MOST_SECONDS = 240
const NOT_NEEDED = /^(?:typescript|turbo|vitest|@biomejs\+biome|verdaccio|@graphql-yoga\+render-graphiql)@/
const PORT = '3999'

const began = performance.now()
const seconds = () => Math.round((performance.now() - began) / 1_000)
const server = spawn('npx', ['-y', 'pnpm@12', 'start'], {
  env: { ...process.env, PORT },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})
const ended = new Promise(resolve => server.on('close', resolve))

try {
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`the first start ended with ${server.exitCode}`)
    if (seconds() > MOST_SECONDS) throw new Error(`the first start did not answer within ${MOST_SECONDS} s`)
    await delay(200)
  }
  const answered = seconds()
  const superfluous = readdirSync('node_modules/.pnpm').filter(name => NOT_NEEDED.test(name))
  if (superfluous.length > 0)
    throw new Error(`the first start installed ${superfluous.join(', ')}, which it does not need`)
  const [packages, built] = ['node_modules', '.'].map(folder => Math.round(sizeOf(folder) / 1e6))
  console.log(
    `The first start answered after ${answered} s; its packages have ${packages} MB, the whole checkout ${built} MB`,
  )
  if (packages > MOST_MEGABYTES) throw new Error(`the packages of the first start have more than ${MOST_MEGABYTES} MB`)
} finally {
  if (server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
  await ended
}

async function answers() {
  try {
    return (await fetch(`http://localhost:${PORT}/readyz`)).ok
  } catch {
    return false
  }
}

/** What the files of a folder take on the disk, each file once, without those of git. */
function sizeOf(folder, seen = new Set()) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.git') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(path, seen)
    const { ino, blocks } = lstatSync(path)
    if (!seen.has(ino)) bytes += blocks * 512
    seen.add(ino)
  }
  return bytes
}
