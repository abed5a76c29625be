import { readFile } from 'node:fs/promises'
import { median, rounded } from './lib/page.js'
import { startServer } from './lib/server.js'
import { platform } from './lib/workplace.js'

/** So many times the threads: the start of the process is next to nothing beside them. */
const COPIES = 10

/** `platform import threads` into an empty store, its own start included: of the threads, and of ten times as many. */
export async function importThreads({ threads, comments, fresh, copies }) {
  const once = await measure(threads, { comments, fresh, rounds: 3 })
  const file = await copies(COPIES)
  const many = await measure(file, { comments: comments * COPIES, fresh, rounds: 1 })
  return {
    'whole command': { value: once.whole, unit: 'comments/s', target: '15,000' },
    'without its start': { value: once.inside, unit: 'comments/s' },
    'processor time': { value: once.processor, unit: 's' },
    [`${COPIES} times the threads: whole command`]: { value: many.whole, unit: 'comments/s', target: '15,000' },
    [`${COPIES} times the threads: without its start`]: { value: many.inside, unit: 'comments/s' },
    [`${COPIES} times the threads: processor time`]: { value: many.processor, unit: 's' },
    [`${COPIES} times the threads: memory`]: { value: many.memory, unit: 'MB', target: 'under 300' },
    [`${COPIES} times the threads, through a running server: its memory`]: {
      value: await memoryOfServer(file, fresh()),
      unit: 'MB',
      target: 'under 300',
    },
  }
}

async function measure(threads, { comments, fresh, rounds }) {
  const runs = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const { stdout, usage } = await platform(fresh(), ['import', 'threads', threads, '--json'])
    const took = (performance.now() - began) / 1_000
    runs.push({
      whole: comments / took,
      inside: comments / JSON.parse(stdout).seconds,
      processor: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
      memory: usage.maxRSS / 1_000,
    })
  }
  const middle = name => median(runs.map(run => run[name]))
  return {
    whole: rounded(middle('whole'), 0),
    inside: rounded(middle('inside'), 0),
    processor: rounded(middle('processor')),
    memory: rounded(middle('memory'), 0),
  }
}

async function memoryOfServer(threads, path) {
  const usage = `${path}.server`
  const server = await startServer(path, { usage })
  try {
    await platform(path, ['import', 'threads', threads])
  } finally {
    await server.stop()
  }
  return rounded(JSON.parse(await readFile(usage, 'utf8')).maxRSS / 1_000, 0)
}
