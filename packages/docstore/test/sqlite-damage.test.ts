import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUpDocstore, type Collection, connectDocstore, isDocstoreOutage } from '../src/index.ts'
import { temporaryFolder } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly text: string
}

const PAGE = 4096
const MARK = 'what the damaged pages say'

/** Puts nonsense into every page of a closed store's file that has one of the things. */
function damage(path: string): void {
  const file = readFileSync(path)
  for (let at = PAGE; at < file.length; at += PAGE)
    if (file.subarray(at, at + PAGE).includes(MARK)) file.fill(0xee, at, at + PAGE)
  writeFileSync(path, file)
}

test.each<[string, (things: Collection<Thing>) => Promise<unknown>]>([
  ['a read', things => things.findOne({ text: 'none' })],
  ['a read in a thread', things => things.countDocuments({ text: { $in: ['none', /a.*b.*c/] } })],
  ['results that are read one by one', things => things.find({}).hasNext()],
  ['a write', things => things.updateMany({ text: 'none' }, { $set: { text: '' } })],
])('%s that meets a damaged page tells once that the store can not go on, and names the file', async (_what, work) => {
  const path = join(temporaryFolder(), 'store.db')
  const whole = await connectDocstore(`sqlite:${path}`)
  await whole
    .collection<Thing>('things')
    .insertMany(Array.from({ length: 2_000 }, (_, n) => ({ _id: `t${n}`, text: `${MARK} ${n}` })))
  await whole.close()
  damage(path)

  const told: unknown[] = []
  const docstore = await connectDocstore(`sqlite:${path}`, { onFatal: error => told.push(error) })
  const errors: unknown[] = []
  for (let i = 0; i < 2; i++) errors.push(await work(docstore.collection<Thing>('things')).catch((e: unknown) => e))
  await docstore.close()

  const expected = { code: 'DOCSTORE_DAMAGED', message: expect.stringMatching(/store\.db .*damaged.*from a backup/) }
  expect(errors).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)])
  expect(errors.map(isDocstoreOutage)).toEqual([true, true])
  expect(told).toEqual([expect.objectContaining(expected)])
})

test('a log that can not be moved into a damaged file tells that the store can not go on', async () => {
  const folder = temporaryFolder()
  const [path, earlier] = [join(folder, 'store.db'), join(folder, 'earlier.db')]
  const told: unknown[] = []
  const docstore = await connectDocstore(`sqlite:${path}`, { onFatal: error => told.push(error) })
  onTestFinished(() => docstore.close())
  const things = docstore.collection<Thing>('things')
  await things.insertOne({ _id: 'first', text: 'kept' })
  await backUpDocstore(`sqlite:${path}`, earlier)
  const large = 'x'.repeat(1_000_000)
  const fill = (round: number) =>
    things.insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: `${round} ${n}`, text: large })))
  for (let round = 0; round < 6; round++) await fill(round)
  let round = 6
  await vi.waitFor(async () => {
    // The file becomes so short that what the log holds can't be all that is missing. A move that goes on meanwhile
    // may make it long again, so this is done before each try.
    copyFileSync(earlier, path)
    await fill(round++).catch(() => {})
    expect(told).toEqual([
      expect.objectContaining({
        code: 'DOCSTORE_DAMAGED',
        message: expect.stringMatching(/store\.db .*damaged.*from a backup/),
      }),
    ])
  }, 20_000)
})
