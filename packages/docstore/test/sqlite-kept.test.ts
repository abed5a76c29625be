import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

interface Person {
  _id?: string
  id: string
  name: string
  group: string
  at?: Date
  marks?: { of: string }[]
}

let docstore: Docstore
let people: Collection<Person>

const person = (id: string, more: Partial<Person> = {}): Person => ({ id, name: `n-${id}`, group: 'g', ...more })
const names = (found: readonly (Person | null)[]) => found.map(one => one?.name)
/** Reads by each way in which documents are found: a key, several keys, and a list in order. */
async function read(): Promise<(string | undefined)[][]> {
  const ids = ['a', 'b', 'c']
  return [
    names(await Promise.all(ids.map(id => people.findOne({ id })))),
    names(await people.find({ id: { $in: ids } }).toArray()),
    names(await people.find({ group: 'g' }).sort({ id: 1 }).toArray()),
  ]
}

beforeEach(async () => {
  docstore = await connectDocstore(temporaryUrl())
  people = docstore.collection<Person>('people')
  const indexes = [
    { name: 'id', keys: { id: 1 as const }, unique: true },
    { name: 'name', keys: { name: 1 as const }, unique: true },
    { name: 'group', keys: { group: 1 as const, id: 1 as const } },
    { name: 'marks', keys: { 'marks.of': 1 as const }, multikey: true },
  ]
  await docstore.reconcileIndexes([{ collection: 'people', indexes }])
  await people.insertMany([person('c'), person('a'), person('b')])
})
afterEach(async () => docstore.close())

describe('documents that the embedded store keeps', () => {
  test('are read in the same order as before they were kept, each key once', async () => {
    const first = await read()
    expect(first).toEqual(Array.from({ length: 3 }, () => ['n-a', 'n-b', 'n-c']))
    expect(await read()).toEqual(first)
    expect(names(await people.find({ id: { $in: ['b', 'a', 'b'] } }).toArray())).toEqual(['n-a', 'n-b'])
    expect(names(await people.find({ id: { $in: ['a', 'missing'] } }).toArray())).toEqual(['n-a'])
    const inOrder = people.find({ id: { $in: ['a', 'b', 'c'] } }).sort({ id: -1 })
    expect(names(await inOrder.limit(2).toArray())).toEqual(['n-c', 'n-b'])
    expect(await people.findOne({ id: 'a' }, { skip: 1 })).toBeNull()
    expect(await people.findOne({ id: 'a', group: 'other' })).toBeNull()
  })

  test('are copies: what one reader changes, no other sees', async () => {
    const at = new Date(5)
    await people.insertOne(person('d', { at, marks: [{ of: 'x' }] }))
    for (let turn = 0; turn < 3; turn++) {
      const [found] = await people.find({ id: { $in: ['d'] } }).toArray()
      expect(found).toMatchObject({ name: 'n-d', at, marks: [{ of: 'x' }] })
      found!.name = 'changed'
      found!.at!.setTime(9)
      found!.marks![0]!.of = 'changed'
      found!.marks!.push({ of: 'more' })
    }
  })

  const CHANGES: Record<string, () => Promise<unknown>> = {
    'an update': () => people.updateOne({ id: 'a' }, { $set: { name: 'new' } }),
    'an update of many': () => people.updateMany({ group: 'g', id: 'a' }, { $set: { name: 'new' } }),
    'a replacement': () => people.replaceOne({ id: 'a' }, person('a', { name: 'new' })),
    'a bulk write': () => people.bulkWrite([{ updateOne: { filter: { id: 'a' }, update: { $set: { name: 'new' } } } }]),
    'a transaction': () =>
      docstore.transaction(session =>
        people.findOneAndUpdate({ id: 'a' }, { $set: { name: 'new', marks: [{ of: 'y' }] } }, { session }),
      ),
    'an exchange by a document that takes the key': () =>
      docstore.transaction(async session => {
        await people.updateOne({ id: 'a' }, { $set: { id: 'z', group: 'other' } }, { session })
        await people.insertOne(person('a', { name: 'new' }), { session })
      }),
    'a deletion and a new document': async () => {
      await people.deleteOne({ id: 'a' })
      await people.insertOne(person('a', { name: 'new' }))
    },
  }
  test.each(Object.entries(CHANGES))('are read anew after %s', async (_title, change) => {
    await read()
    await change()
    expect(await read()).toEqual(Array.from({ length: 3 }, () => ['new', 'n-b', 'n-c']))
    expect((await people.findOne({ name: 'new' }))?.id).toBe('a')
  })

  test.each([
    ['one by one', () => people.deleteOne({ id: 'a' })],
    ['together', () => people.deleteMany({ id: { $in: ['a'] } })],
  ])('are gone once they are deleted %s', async (_title, remove) => {
    await read()
    await remove()
    expect(await people.findOne({ id: 'a' })).toBeNull()
    expect(names(await people.find({ id: { $in: ['a', 'b'] } }).toArray())).toEqual(['n-b'])
  })

  test('are gone once a statement has deleted all that match, without reading them', async () => {
    const plain = docstore.collection<Person>('plain')
    await plain.insertOne(person('a'))
    expect(await plain.find({ group: 'g' }).toArray()).toHaveLength(1)
    await plain.deleteMany({})
    await plain.insertOne(person('a', { name: 'new' }))
    expect(names(await plain.find({ group: 'g' }).toArray())).toEqual(['new'])
  })

  test('are read by a transaction as it has changed them, and by others as they were until it is committed', async () => {
    await read()
    const seen = await docstore.transaction(async session => {
      await people.updateOne({ id: 'a' }, { $set: { name: 'new' } }, { session })
      return names([await people.findOne({ id: 'a' }, { session }), await people.findOne({ id: 'a' })])
    })
    expect(seen).toEqual(['new', 'n-a'])
    expect(names([await people.findOne({ id: 'a' })])).toEqual(['new'])
    await docstore
      .transaction(async session => {
        await people.updateOne({ id: 'a' }, { $set: { name: 'undone' } }, { session })
        throw new Error('no')
      })
      .catch(() => {})
    expect(names([await people.findOne({ id: 'a' })])).toEqual(['new'])
  })

  test('are found by an element of an array that takes the place of a key', async () => {
    await read()
    await people.updateOne({ id: 'b' }, { $set: { id: ['a', 'x'] as unknown as string } })
    expect(names(await people.find({ id: { $in: ['a'] } }).toArray()).toSorted()).toEqual(['n-a', 'n-b'])
  })

  test('are found by a path and not by a field of the same name', async () => {
    const deep = docstore.collection<{ _id: string; [field: string]: unknown }>('deep')
    const indexes = [{ name: 'path', keys: { 'a.b': 1 as const }, unique: true }]
    await docstore.reconcileIndexes([{ collection: 'deep', indexes }])
    await deep.insertMany([
      { _id: '1', a: { b: 'x' } },
      { _id: '2', 'a.b': 'x', a: { b: 'y' } },
    ])
    // The second reading of each finds both documents kept.
    for (let turn = 0; turn < 2; turn++) {
      const found = [await deep.findOne({ 'a.b': 'y' }), ...(await deep.find({ 'a.b': 'x' }).toArray())]
      expect(found.map(document => document?._id)).toEqual(['2', '1'])
    }
  })

  test('are as many as fit, and all others are read as before', async () => {
    const long = 'x'.repeat(60_000)
    await people.insertMany(Array.from({ length: 180 }, (_, n) => person(`l${n}`, { name: `${n}${long}`, group: 'l' })))
    for (let turn = 0; turn < 2; turn++) {
      const found = await people.find({ group: 'l' }).toArray()
      expect(new Set(found.map(({ id }) => id)).size).toBe(180)
    }
    expect((await people.findOne({ id: 'l7' }))?.name).toBe(`7${long}`)
  })
})
