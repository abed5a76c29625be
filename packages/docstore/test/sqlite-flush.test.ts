import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type DocstoreOptions } from '../src/index.ts'
import { temporaryFolder, temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly text?: string
}

const MEGABYTE = 1024 * 1024

let docstore: Docstore
let url: string
/** Flushes that still wait: the store may commit by itself, and waits for that when it is closed. */
let held: ((error?: Error) => void)[] = []

async function opened(options: DocstoreOptions = {}): Promise<Collection<Thing>> {
  url = temporaryUrl()
  docstore = await connectDocstore(url, options)
  const things = docstore.collection<Thing>('things')
  await things.insertOne({ _id: 'first' })
  return things
}

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const end of held.splice(0)) end()
  await docstore.close()
})

/** Makes flushes wait, as on a slow disk; `next` resolves with the function that ends, or fails, the next one. */
function holdFlushes(): { next: () => Promise<(error?: Error) => void>; count: () => number } {
  const real = fs.fdatasync
  held = []
  const waiting: ((end: (error?: Error) => void) => void)[] = []
  const spy = vi.spyOn(fs, 'fdatasync').mockImplementation((file, callback) => {
    const end = (error?: Error) => (error ? callback(error) : real(file, callback))
    const first = waiting.shift()
    if (first) first(end)
    else held.push(end)
  })
  return {
    next: () => {
      const end = held.shift()
      return end ? Promise.resolve(end) : new Promise(resolve => waiting.push(resolve))
    },
    count: () => spy.mock.calls.length,
  }
}

/** The ids that a cursor gives one by one. */
async function streamed(things: Collection<Thing>): Promise<string[]> {
  const ids: string[] = []
  for await (const { _id } of things.find({})) ids.push(_id)
  return ids
}

/** A write whose flush waits, and a cursor that sees it, because its thread has started only after the commit. */
async function openedBesideWrite() {
  const things = await opened()
  await things.insertMany(Array.from({ length: 2_000 }, (_, index) => ({ _id: `other-${index}` })))
  const flushes = holdFlushes()
  const starting = once(process, 'worker') as Promise<[Worker]>
  const hasBegun = starting.then(async ([thread]) => {
    const requests = vi.spyOn(thread, 'postMessage')
    await once(thread, 'message')
    return requests
  })
  const read = things.find({}, { sort: { _id: -1 } }).next()
  const write = things.insertOne({ _id: 'second' })
  const end = await flushes.next()
  const requests = await hasBegun
  await new Promise(resolve => setImmediate(resolve))
  return { read, write, end, requests }
}

describe('a write to the embedded store', () => {
  test('is answered, and read, once it is on disk, and reads are answered meanwhile', async () => {
    const things = await opened()
    const flushes = holdFlushes()
    const done: string[] = []
    const writing = things.insertOne({ _id: 'second' }).then(() => done.push('write'))
    const end = await flushes.next()
    expect(await things.findOne({ _id: 'second' })).toBeNull()
    expect(await things.find({}).toArray()).toEqual([{ _id: 'first' }])
    expect(await things.countDocuments()).toBe(1)
    expect(await streamed(things)).toEqual(['first'])
    await new Promise(resolve => setImmediate(resolve))
    expect(done).toEqual([])
    end()
    await writing
    expect(await things.findOne({ _id: 'second' })).toEqual({ _id: 'second' })
    expect(await streamed(things)).toEqual(['first', 'second'])
  })

  test('that comes while a cursor is opened is read from it once it is on disk', async () => {
    const { read, write, end, requests } = await openedBesideWrite()
    expect(requests).not.toHaveBeenCalled()
    end()
    await write
    expect(await read).toEqual({ _id: 'second' })
    expect(requests).toHaveBeenCalled()
  })

  test('that comes while a cursor is opened is not read from it if its flush fails', async () => {
    const { read, write, end } = await openedBesideWrite()
    const refusal = { code: 'DOCSTORE_WRITE_FAILED' }
    const refused = [write, read].map(outcome => expect(outcome).rejects.toMatchObject(refusal))
    end(new Error('EIO: i/o error, fdatasync'))
    await Promise.all(refused)
  })

  test('that comes while the disk is awaited shares the next flush with all others', async () => {
    const things = await opened()
    const flushes = holdFlushes()
    const first = things.insertOne({ _id: 'second' })
    const end = await flushes.next()
    const others = Array.from({ length: 50 }, (_, index) => things.insertOne({ _id: `other-${index}` }))
    await things.findOne({})
    end()
    await first
    const endOthers = await flushes.next()
    endOthers()
    await Promise.all(others)
    expect([flushes.count(), await things.countDocuments()]).toEqual([2, 52])
  })

  test('waits for no timer', async () => {
    const things = await opened()
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    for (const _id of ['second', 'third']) await things.insertOne({ _id })
    expect(await things.countDocuments()).toBe(3)
  })

  test('whose flush fails is refused with all later ones, and only what is on disk is read', async () => {
    const fatal: Error[] = []
    const things = await opened({ onFatal: error => fatal.push(error) })
    const flushes = holdFlushes()
    const outcome = (write: Promise<unknown>) => write.catch((error: unknown) => error)
    const failing = outcome(things.insertOne({ _id: 'second' }))
    const end = await flushes.next()
    const waiting = outcome(things.insertOne({ _id: 'third' }))
    end(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
    const refusal = { code: 'DOCSTORE_WRITE_FAILED', message: expect.stringContaining('EIO') }
    expect(await Promise.all([failing, waiting])).toMatchObject([refusal, refusal])
    await expect(things.insertOne({ _id: 'fourth' })).rejects.toMatchObject(refusal)
    await expect(docstore.ping()).rejects.toMatchObject(refusal)
    expect(fatal).toMatchObject([refusal])
    expect(await things.find({}).toArray()).toEqual([{ _id: 'first' }])
    await docstore.close()
    vi.restoreAllMocks()
    docstore = await connectDocstore(url)
    const again = docstore.collection<Thing>('things')
    await again.insertOne({ _id: 'fifth' })
    expect(await again.countDocuments({ _id: { $in: ['first', 'fifth'] } })).toBe(2)
  })

  test('is stored after indexes that can not be made', async () => {
    const things = await opened()
    await expect(docstore.reconcileIndexes(undefined as never)).rejects.toThrow(TypeError)
    await things.insertOne({ _id: 'next' })
    expect(await things.countDocuments({})).toBe(2)
  })
})

describe('what a power cut leaves', () => {
  test('has every write that was answered, also when the log was just begun anew', { timeout: 60_000 }, async () => {
    const things = await opened()
    const path = url.slice('sqlite:'.length)
    const real = fs.fdatasync
    const answered = ['first']
    const cuts: { copy: string; expected: string[] }[] = []
    let written: string[] = []
    let before = saltsOf(path)
    vi.spyOn(fs, 'fdatasync').mockImplementation((file, callback) => {
      const salts = saltsOf(path)
      if (salts !== before && cuts.length < 4) {
        // Before the flush the disk may have nothing of the new log but its head. After it, all that was written.
        cuts.push({ copy: copied(path, 32), expected: [...answered] })
        cuts.push({ copy: copied(path), expected: [...answered, ...written] })
      }
      before = salts
      real(file, callback)
    })
    for (let round = 0; round < 60 && cuts.length < 4; round += 1) {
      // One document, because several may need more than one commit.
      written = [`${round}`]
      await things.insertOne({ _id: `${round}`, text: 'x'.repeat(4 * MEGABYTE) })
      answered.push(...written)
    }
    expect(cuts).toHaveLength(4)
    for (const { copy, expected } of cuts) {
      const left = await connectDocstore(`sqlite:${copy}`)
      const ids = new Set(await left.collection<Thing>('things').distinct('_id'))
      await left.close()
      expect(expected.filter(_id => !ids.has(_id))).toEqual([])
    }
  })
})

/** The random numbers at the head of the log, which change when it is begun anew. */
function saltsOf(path: string): string {
  const file = fs.openSync(`${path}-wal`, 'r')
  try {
    const head = Buffer.alloc(32)
    fs.readSync(file, head, 0, 32, 0)
    return head.toString('hex', 16, 24)
  } finally {
    fs.closeSync(file)
  }
}

/** A copy of a store with so many bytes of its log. */
function copied(path: string, bytesOfLog?: number): string {
  const copy = join(temporaryFolder(), 'copy.db')
  fs.copyFileSync(path, copy)
  fs.copyFileSync(`${path}-wal`, `${copy}-wal`)
  if (bytesOfLog !== undefined) fs.truncateSync(`${copy}-wal`, bytesOfLog)
  return copy
}
