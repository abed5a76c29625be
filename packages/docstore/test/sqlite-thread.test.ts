import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { connectDocstore } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

const MEGABYTE = 1024 * 1024

test('a thread that moves the log may fail or end while it is idle: writes go on, and the next one moves the log', {
  timeout: 60_000,
}, async () => {
  const docstore = await connectDocstore(temporaryUrl())
  const things = docstore.collection<{ readonly _id: string; readonly text: string }>('things')
  let round = 0
  /** Writes until a thread is begun that moves the log. */
  const begun = async (): Promise<Worker> => {
    let thread: Worker | undefined
    const note = (worker: Worker) => {
      thread = worker
    }
    process.once('worker', note)
    for (const last = round + 20; round < last && !thread; round += 1)
      await things.insertMany(
        Array.from({ length: 40 }, (_, index) => ({ _id: `${round}-${index}`, text: 'x'.repeat(MEGABYTE / 10) })),
      )
    process.off('worker', note)
    if (!thread) throw new Error('no thread was begun')
    return thread
  }
  const first = await begun()
  await once(first, 'message')
  // An idle thread fails where the system takes its memory, which a test can't make happen.
  first.emit('error', new Error('out of memory'))
  await first.terminate()
  const second = await begun()
  // This one is ended while it is at work.
  await second.terminate()
  const third = await begun()
  expect([first === second, second === third]).toEqual([false, false])
  await docstore.close()
})

test('a search loads its library in its own thread, so that others are answered meanwhile', async () => {
  const docstore = await connectDocstore(temporaryUrl())
  const things = docstore.collection<{ readonly _id: string; readonly n: number }>('things')
  await things.insertMany(Array.from({ length: 400 }, (_, n) => ({ _id: `t${n}`, n })))
  const search = { $expr: { $lt: ['$n', 100] } }
  const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter(file => file.includes('/mingo/'))
  expect(await things.countDocuments(search, { maxTimeMS: 30_000 })).toBe(100)
  expect(loaded()).toEqual([])
  // A transaction is in this thread.
  expect(await docstore.transaction(session => things.countDocuments(search, { session }))).toBe(100)
  expect(loaded()).not.toEqual([])
  await docstore.close()
})
