import { statSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type DocstoreOptions } from '../src/index.ts'
import { ended, startProgram, until } from './child.ts'
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

async function opened(options: DocstoreOptions = {}): Promise<Collection<Thing>> {
  const url = temporaryUrl()
  path = url.slice('sqlite:'.length)
  docstore = await connectDocstore(url, options)
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

  test('may be longer than its greatest size by one commit, after which writes go on', async () => {
    const things = await opened({ maxLogBytes: 2 * MEGABYTE })
    await Promise.all([write(things, 0), write(things, 1)])
    await write(things, 2)
    expect(await things.countDocuments()).toBe(120)
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

  test('is begun anew though another process always reads', { timeout: 60_000 }, async () => {
    const things = await opened()
    await using _reader = await readBy('turns')
    const sizes: number[] = []
    for (let round = 0; round < 40; round += 1) {
      await write(things, round)
      sizes.push(logSize())
    }
    expect(Math.max(...sizes)).toBeLessThan(MOST)
  })

  test('is logged once while another process reads on and on, and writes are refused before it fills the disk', {
    timeout: 60_000,
  }, async () => {
    const told: string[] = []
    const things = await opened({ log: line => told.push(line), maxLogBytes: 200 * MEGABYTE })
    await using reader = await readBy('one')
    let refusal: unknown
    for (let round = 0; round < 100 && refusal === undefined; round += 1)
      await write(things, round).catch((error: unknown) => {
        refusal = error
      })
    expect(refusal).toMatchObject({ code: 'DOCSTORE_BUSY', message: expect.stringContaining('end that reader') })
    expect(told).toEqual([expect.stringMatching(/write-ahead log of .* has grown to \d+ MB/)])
    expect(logSize()).toBeLessThan(220 * MEGABYTE)
    await expect(docstore.ping()).rejects.toMatchObject({ code: 'DOCSTORE_BUSY' })
    await reader[Symbol.asyncDispose]()
    await untilAnswers(() => docstore.ping())
    await write(things, 1000)
    expect(await things.countDocuments({ _id: '1000-0' })).toBe(1)
  })
})

/** Another process that reads the file: one reader after the other, or one that never ends. */
async function readBy(how: 'turns' | 'one'): Promise<AsyncDisposable> {
  const { child, lines } = startProgram('read-until-killed.ts', [path, how])
  await until(() => lines.includes('reading'))
  return {
    async [Symbol.asyncDispose]() {
      if (child.signalCode !== null) return
      const gone = ended(child)
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function untilAnswers(ask: () => Promise<void>): Promise<void> {
  let answers = false
  await until(() => {
    void ask().then(
      () => {
        answers = true
      },
      () => {},
    )
    return answers
  })
}
