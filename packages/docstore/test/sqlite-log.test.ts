import { statSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly text: string
}

const MEGABYTE = 1024 * 1024
/** What the log may take: four times what begins a move, and the commits that went beyond. */
const MOST = 76 * MEGABYTE

let docstore: Docstore
let path: string

async function opened(): Promise<Collection<Thing>> {
  const url = temporaryUrl()
  path = url.slice('sqlite:'.length)
  docstore = await connectDocstore(url)
  return docstore.collection<Thing>('things')
}

const logSize = () => statSync(`${path}-wal`).size

/** Four megabytes in one commit. */
const write = (things: Collection<Thing>, round: number) =>
  things.insertMany(
    Array.from({ length: 40 }, (_, index) => ({ _id: `${round}-${index}`, text: 'x'.repeat(MEGABYTE / 10) })),
  )

afterEach(async () => docstore.close())

describe('the write-ahead log', () => {
  test('is moved into the file while writes go on, however many', { timeout: 60_000 }, async () => {
    const things = await opened()
    const sizes: number[] = []
    for (let round = 0; round < 40; round += 1) {
      await write(things, round)
      sizes.push(logSize())
    }
    expect(Math.max(...sizes)).toBeLessThan(MOST)
    expect(statSync(path).size).toBeGreaterThan(80 * MEGABYTE)
    expect(await things.countDocuments()).toBe(1600)
  })

  test('stays while a reader still needs it, and writes go on', { timeout: 60_000 }, async () => {
    const things = await opened()
    await write(things, 0)
    const reading = things.find({ text: { $gte: '' } })[Symbol.asyncIterator]()
    await reading.next()
    for (let round = 1; round < 25; round += 1) await write(things, round)
    expect(logSize()).toBeGreaterThan(MOST)
    let seen = 1
    while (!(await reading.next()).done) seen += 1
    expect([seen, await things.countDocuments()]).toEqual([40, 1000])
  })
})
