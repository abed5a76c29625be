// `pnpm bench [name ...]` prints figures and writes them to bench/results/latest.json.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { boot, start } from './boot.js'
import { frame } from './frame.js'
import { health } from './health.js'
import { hooks } from './hooks.js'
import { importThreads } from './import.js'
import { createWorkplace } from './lib/workplace.js'
import { live } from './live.js'
import { memory } from './memory.js'
import { million } from './million.js'
import { posts } from './posts.js'
import { queue } from './queue.js'
import { servers } from './servers.js'
import { signedIn } from './signed-in.js'
import { threadPage } from './thread-page.js'
import { threadSizes } from './thread-sizes.js'
import { wordFilter } from './word-filter.js'

const benches = {
  import: importThreads,
  'thread-page': threadPage,
  'thread-sizes': threadSizes,
  'signed-in': signedIn,
  posts,
  frame,
  health,
  live,
  memory,
  million,
  queue,
  servers,
  start,
  hooks,
  boot,
  'word-filter': wordFilter,
}
const file = new URL('results/latest.json', import.meta.url)

const names = process.argv.slice(2)
const unknown = names.filter(name => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`)
  process.exit(64)
}

const workplace = await createWorkplace()
try {
  process.stdout.write(
    `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, load ` +
      `${loadavg()[0].toFixed(1)}; ${workplace.data}\n`,
  )
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    const figures = await benches[name](workplace)
    for (const [figure, { value, unit, target }] of Object.entries(figures)) {
      process.stdout.write(
        `${`${name}: ${figure}`.padEnd(62)} ${String(value).padStart(9)} ${unit}${target ? `  (aim ${target})` : ''}\n`,
      )
    }
    keep(name, figures)
  }
} finally {
  await workplace.close()
}

function keep(name, figures) {
  mkdirSync(new URL('.', file), { recursive: true })
  const result = {
    node: process.version,
    cpus: availableParallelism(),
    load: Number(loadavg()[0].toFixed(1)),
    data: workplace.data,
    figures,
  }
  writeFileSync(file, `${JSON.stringify({ ...read(), [name]: result }, null, 2)}\n`)
}

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return {}
  }
}
