import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { connectDocstore, DocstoreError } from '../src/index.ts'
import { ended, startProgram, until } from './child.ts'
import { temporaryFolder } from './temporary.ts'

async function refusal(path: string): Promise<DocstoreError> {
  const outcome: unknown = await connectDocstore(`sqlite:${path}`).catch((error: unknown) => error)
  if (outcome instanceof DocstoreError && !outcome.message.includes('\n')) return outcome
  throw new Error(`Not refused in one line: ${String(outcome)}`)
}

describe('the embedded store file', () => {
  test('is made with its folders, for its owner only', async () => {
    const path = join(temporaryFolder(), 'deep/er/store.db')
    const docstore = await connectDocstore(`sqlite:${path}`)
    await docstore.collection('things').insertOne({})
    expect(docstore.description).toBe(`sqlite ${path}`)
    for (const file of [path, `${path}-wal`, `${path}.lock`])
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
    await docstore.close()
  })

  test('may have pages of another size, as earlier versions made them, and the length of its log is right', async () => {
    const path = join(temporaryFolder(), 'store.db')
    const made = new DatabaseSync(path)
    made.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL')
    const keepsReading = made.prepare('SELECT * FROM sqlite_schema')
    const warnings: string[] = []
    const docstore = await connectDocstore(`sqlite:${path}`, { warn: text => warnings.push(text) })
    const things = docstore.collection<{ text: string }>('things')
    await things.insertOne({ text: 'first' })
    made.exec('BEGIN')
    keepsReading.all()
    for (let i = 0; i < 14; i++) await things.insertOne({ text: 'x'.repeat(10_000_000) })
    made.exec('COMMIT')
    made.close()
    const [megabytes = 0, ...others] = warnings.map(text => Number(/grown to (\d+) MB/.exec(text)?.[1]))
    expect([megabytes > 120, megabytes < 150, others]).toEqual([true, true, []])
    expect((await things.find({ text: 'first' }).toArray()).length).toBe(1)
    await docstore.close()
  })

  test('has all written documents when it is opened again', async () => {
    const url = `sqlite:${join(temporaryFolder(), 'store.db')}`
    const index = { name: 'n', keys: { n: 1 } as const, unique: true }
    const first = await connectDocstore(url)
    await first.reconcileIndexes([{ collection: 'things', indexes: [index] }])
    await first.collection<{ _id: string; n: unknown }>('things').insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: [2] },
    ])
    await first.close()
    const second = await connectDocstore(url)
    const things = second.collection<{ _id: string; n: unknown }>('things')
    expect(await things.find({ n: 2 }).toArray()).toEqual([{ _id: 'b', n: [2] }])
    await expect(things.insertOne({ n: 1 })).rejects.toMatchObject({ code: 11000 })
    expect((await second.reconcileIndexes([{ collection: 'things', indexes: [index] }])).unchanged).toHaveLength(1)
    await second.close()
  })

  test('is refused to a second process immediately, and released when the first is killed', async () => {
    const path = join(temporaryFolder(), 'store.db')
    const { child, lines } = startProgram('hold.ts', [`sqlite:${path}`])
    await until(() => lines.includes('open'))
    const started = performance.now()
    expect((await refusal(path)).code).toBe('DOCSTORE_LOCKED')
    expect(performance.now() - started).toBeLessThan(3_000)
    const closed = ended(child)
    child.kill('SIGKILL')
    await closed
    await (await connectDocstore(`sqlite:${path}`)).close()
  })

  test('is refused where nothing can be written', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'folder'))
    expect((await refusal(join(folder, 'file/store.db'))).code).toBe('DOCSTORE_UNWRITABLE')
    expect((await refusal(join(folder, 'folder'))).code).toBe('DOCSTORE_UNWRITABLE')
  })

  test('is refused when it is something else, or from a newer version', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'text.db'), 'not a database '.repeat(100))
    expect((await refusal(join(folder, 'text.db'))).code).toBe('DOCSTORE_DAMAGED')
    const newer = new DatabaseSync(join(folder, 'newer.db'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    const error = await refusal(join(folder, 'newer.db'))
    expect([error.code, error.message]).toEqual(['DOCSTORE_FORMAT_UNKNOWN', expect.stringContaining('format 99')])
    expect(existsSync(join(folder, 'newer.db-wal'))).toBe(false)
  })

  test('is refused when another program made it, which finds it as it was', async () => {
    const path = join(temporaryFolder(), 'other.db')
    const other = new DatabaseSync(path)
    other.exec('PRAGMA user_version = 75; CREATE TABLE notes (text); CREATE INDEX notes_by_text ON notes (text)')
    other.close()
    const [before, mode] = [readFileSync(path), statSync(path).mode]
    const error = await refusal(path)
    expect([error.code, error.message]).toEqual([
      'DOCSTORE_FORMAT_UNKNOWN',
      expect.stringContaining(`${path} is a database of another program`),
    ])
    expect(readFileSync(path).equals(before)).toBe(true)
    expect([statSync(path).mode, existsSync(`${path}-wal`)]).toEqual([mode, false])
  })

  test('is read and written as before when its memory was given back, also within a transaction', async () => {
    const docstore = await connectDocstore(`sqlite:${join(temporaryFolder(), 'store.db')}`)
    const things = docstore.collection<{ id: string; text: string }>('things')
    const giveBack = () => docstore.releaseMemory!()
    await things.insertMany([
      { id: 'a', text: 'x'.repeat(200_000) },
      { id: 'b', text: '' },
    ])
    const read: string[] = []
    for await (const { id } of things.find({}).sort({ id: 1 })) {
      giveBack()
      read.push(id)
    }
    await docstore.transaction(async session => {
      await things.updateOne({ id: 'a' }, { $set: { text: 'y' } }, { session })
      giveBack()
      await things.updateOne({ id: 'b' }, { $set: { text: 'z' } }, { session })
    })
    const found = await things.find({}).sort({ id: 1 }).toArray()
    expect([read, found.map(({ text }) => text)]).toEqual([
      ['a', 'b'],
      ['y', 'z'],
    ])
    await docstore.close()
    giveBack()
  })

  test('answers nothing any more once it is closed', async () => {
    const docstore = await connectDocstore(`sqlite:${join(temporaryFolder(), 'store.db')}`)
    const things = docstore.collection('things')
    const accepted = things.insertOne({})
    await docstore.close()
    await docstore.close()
    expect((await accepted).acknowledged).toBe(true)
    await expect(things.findOne({})).rejects.toMatchObject({ code: 'DOCSTORE_CLOSED' })
    await expect(things.insertOne({})).rejects.toMatchObject({ code: 'DOCSTORE_CLOSED' })
    await expect(docstore.ping()).rejects.toMatchObject({ code: 'DOCSTORE_CLOSED' })
  })
})
