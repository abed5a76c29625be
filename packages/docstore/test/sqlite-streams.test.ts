import { readdirSync, readlinkSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type DocstoreOptions } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly n: number
  readonly text?: string
}

const MEGABYTE = 1024 * 1024

let docstore: Docstore
let things: Collection<Thing>
const logged: string[] = []

async function open(options: DocstoreOptions = {}): Promise<void> {
  docstore = await connectDocstore(temporaryUrl(), { log: message => logged.push(message), ...options })
  things = docstore.collection<Thing>('things')
  await things.insertMany(Array.from({ length: 3_000 }, (_, n) => ({ _id: `t${n}`, n })))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  logged.length = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await docstore.close()
})

/** How many connections have the log of the store open. SQLite keeps the file itself for the next connection. */
function openLogs(): number {
  const log = `${docstore.description.replace('sqlite ', '')}-wal`
  return readdirSync('/proc/self/fd').filter(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === log
    } catch {
      return false
    }
  }).length
}
const ENDED = { code: 'DOCSTORE_CURSOR_ENDED' }

describe('a cursor of which the results are read one by one', () => {
  test('is closed when nothing refers to it any more', async () => {
    await open()
    const before = openLogs()
    for (let time = 0; time < 50; time++) expect(await things.find({ n: { $gte: time } }).hasNext()).toBe(true)
    // Some may be closed already.
    expect(openLogs()).toBeGreaterThan(before + 10)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await vi.waitUntil(
      () => {
        collect()
        return openLogs() === before
      },
      { timeout: 10_000 },
    )
  })

  test('answers calls that do not wait for each other one after another', async () => {
    await open()
    const cursor = things.find({})
    const looked = [cursor.hasNext(), cursor.hasNext()]
    const found = await Promise.all(Array.from({ length: 3_001 }, () => cursor.next()))
    expect(await Promise.all(looked)).toEqual([true, true])
    expect(found.map(thing => thing?.n)).toEqual([...Array(3_000).keys(), undefined])
  })

  test('answers all calls that are waiting when it is closed', async () => {
    await open()
    const cursor = things.find({})
    await cursor.next()
    const waiting = Array.from({ length: 1_000 }, () => cursor.next())
    await cursor.close()
    waiting.push(cursor.next())
    expect((await Promise.all(waiting)).at(-1)).toBeNull()
  })

  test('goes on after a pause of minutes, and is ended when nothing was read for ten', async () => {
    await open()
    const [slow, idle] = [things.find({}), things.find({})]
    await Promise.all([slow.next(), idle.next()])
    for (let minute = 0; minute < 12; minute++) {
      vi.advanceTimersByTime(60_000)
      expect(await slow.next()).toMatchObject({ n: minute + 1 })
    }
    await expect(idle.toArray()).rejects.toMatchObject(ENDED)
    expect(await slow.toArray()).toHaveLength(2_987)
  })

  test('makes room for others when nothing has been read from it for a second', async () => {
    await open()
    const cursors = Array.from({ length: 100 }, () => things.find({}))
    for (const cursor of cursors) await cursor.next()
    await expect(things.find({}).next()).rejects.toMatchObject({ code: 'DOCSTORE_BUSY' })
    vi.advanceTimersByTime(1_000)
    for (const cursor of cursors.slice(1)) await cursor.next()
    expect(await things.find({}).next()).toMatchObject({ n: 0 })
    await expect(cursors[0]?.toArray()).rejects.toMatchObject(ENDED)
    expect(await cursors[1]?.next()).toMatchObject({ n: 2 })
    await Promise.all(cursors.map(cursor => cursor.close()))
  })

  test('does not keep the log from being begun anew for long, so that no write is refused', async () => {
    await open({ maxLogBytes: 80 * MEGABYTE })
    const left = things.find({})
    await left.next()
    const write = (round: number) =>
      things.insertMany(
        Array.from({ length: 40 }, (_, i) => ({ _id: `${round}-${i}`, n: -1, text: 'x'.repeat(MEGABYTE / 10) })),
      )
    await expect(
      (async () => {
        for (let round = 0; round < 40; round++) await write(round)
      })(),
    ).rejects.toMatchObject({ code: 'DOCSTORE_BUSY' })
    vi.advanceTimersByTime(30_000)
    await vi.waitUntil(
      () =>
        write(100).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    for (let round = 200; round < 230; round++) await write(round)
    expect(logged).toContainEqual(expect.stringMatching(/^1 cursors that were open for long were ended/))
    await expect(left.toArray()).rejects.toMatchObject(ENDED)
  })
})
