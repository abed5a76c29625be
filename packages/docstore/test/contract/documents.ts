import { describe, expect, test } from 'vitest'
import { isDuplicateKeyError } from '../../src/index.ts'
import { collectionWith, type Loose, type Open } from './fixture.ts'

export function documentsContract(open: Open): void {
  describe('documents', () => {
    test('come back as they were stored, dates as dates at any depth', async () => {
      const document = {
        _id: 'a',
        text: 'ü😀\u0000',
        none: null,
        yes: true,
        count: -1.5,
        at: new Date(-1),
        list: [1, 'two', null, new Date(5), { at: new Date(7) }],
        nested: { deeper: { at: new Date(9) } },
        empty: {},
      }
      const things = await collectionWith(open, [])
      await things.insertOne(structuredClone(document))
      expect(await things.findOne({ _id: 'a' })).toEqual(document)
    })

    test('stand in collections, which are listed by their names', async () => {
      const docstore = await open()
      const names = ['walks.walked', 'CamelCase^2']
      for (const name of names) await docstore.collection<{ id: string }>(name).insertOne({ id: 'a' })
      expect(await docstore.collectionNames()).toEqual(expect.arrayContaining(names))
      docstore.collection('never.written')
      expect(await docstore.collectionNames()).not.toContain('never.written')
    })

    test('keep hostile keys inert', async () => {
      const text =
        '{"_id":"a","value":{"$date":5,"$gt":"","$$x":1,"a.b":2,"__proto__":{"admin":true},' +
        '"constructor":{"prototype":1},"toJSON":"x","list":[{"$date":1}]}}'
      const things = await collectionWith(open, [])
      await things.insertOne(JSON.parse(text) as Loose)
      expect(JSON.stringify(await things.findOne({ _id: 'a' }))).toBe(text)
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    })

    test('get a UUID when they have no _id, which is also put on the given object', async () => {
      const things = await collectionWith(open, [])
      const document: Partial<Loose> = { name: 'x' }
      const { insertedId } = await things.insertOne(document)
      expect(insertedId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      expect(document._id).toBe(insertedId)
      expect(await things.findOne({ _id: insertedId })).toEqual({ _id: insertedId, name: 'x' })
    })

    test('lose properties that are undefined', async () => {
      const things = await collectionWith(open, [])
      await things.insertOne({ _id: 'a', gone: undefined, nested: { gone: undefined, kept: 1 } })
      await things.updateOne({ _id: 'a' }, { $set: { other: undefined, set: 2 } })
      expect(await things.findOne({ _id: 'a' })).toStrictEqual({ _id: 'a', nested: { kept: 1 }, set: 2 })
    })

    test('of more than 16 MiB are refused, and stay as they were', async () => {
      const things = await collectionWith(open, [{ _id: 'a', text: 'x'.repeat(9_000_000) }])
      await expect(things.insertOne({ _id: 'b', text: 'x'.repeat(17_000_000) })).rejects.toThrow()
      await expect(things.updateOne({ _id: 'a' }, { $set: { more: 'x'.repeat(9_000_000) } })).rejects.toThrow()
      expect(await things.countDocuments({ more: { $exists: false } })).toBe(1)
      expect(await things.countDocuments({})).toBe(1)
    })

    test('with the same _id are refused, naming the key', async () => {
      const things = await collectionWith(open, [{ _id: 'a' }])
      const error: unknown = await things.insertOne({ _id: 'a' }).catch((caught: unknown) => caught)
      expect(isDuplicateKeyError(error)).toBe(true)
      expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 'a' } })
    })

    test('inserted together stop at the first failure, or with ordered: false go on', async () => {
      const things = await collectionWith(open, [{ _id: 'b' }])
      await expect(things.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }])).rejects.toMatchObject({ code: 11000 })
      expect(await things.countDocuments({})).toBe(2)
      await expect(things.insertMany([{ _id: 'b' }, { _id: 'd' }], { ordered: false })).rejects.toMatchObject({
        code: 11000,
      })
      expect(await things.countDocuments({})).toBe(3)
      await expect(things.insertMany([])).rejects.toThrow()
      expect(await things.insertMany([{ _id: 'e' }, { _id: 'f' }])).toMatchObject({
        insertedCount: 2,
        insertedIds: { 0: 'e', 1: 'f' },
      })
    })

    test('are deleted one or many, with their number', async () => {
      const things = await collectionWith(open, [
        { _id: 'a', x: 1 },
        { _id: 'b', x: 1 },
        { _id: 'c', x: 1 },
        { _id: 'd', x: 2 },
      ])
      expect((await things.deleteOne({ x: 1 })).deletedCount).toBe(1)
      expect((await things.deleteMany({ x: 1 })).deletedCount).toBe(2)
      expect((await things.deleteMany({ x: 1 })).deletedCount).toBe(0)
      expect(await things.findOneAndDelete({ x: 2 })).toEqual({ _id: 'd', x: 2 })
      expect(await things.estimatedDocumentCount()).toBe(0)
    })

    test('are many in a collection that was never written to: none', async () => {
      const things = (await open()).collection<Loose>('never')
      expect(await things.find({}).toArray()).toEqual([])
      expect(await things.findOne({ a: 1 })).toBeNull()
      expect(await things.countDocuments()).toBe(0)
      expect(await things.distinct('a')).toEqual([])
      expect((await things.updateOne({ _id: 'a' }, { $set: { a: 1 } })).matchedCount).toBe(0)
    })
  })
}
