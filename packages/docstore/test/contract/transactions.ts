import { describe, expect, test } from 'vitest'
import type { Collection, Docstore } from '../../src/index.ts'
import type { Loose, Open } from './fixture.ts'

/** A store with a collection that is already there: some servers refuse to create one inside a transaction. */
async function prepared(open: Open): Promise<{ docstore: Docstore; things: Collection<Loose> }> {
  const docstore = await open()
  const things = docstore.collection<Loose>('things')
  await things.insertOne({ _id: 'a', n: 1 })
  return { docstore, things }
}

export function transactionsContract(open: Open): void {
  describe('transactions', () => {
    test('keep all their writes, and give the result of their work', async () => {
      const { docstore, things } = await prepared(open)
      const result = await docstore.transaction(async session => {
        await things.insertOne({ _id: 'b' }, { session })
        await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
        return 'done'
      })
      expect(result).toBe('done')
      expect(await things.find({}).sort({ _id: 1 }).toArray()).toEqual([{ _id: 'a', n: 2 }, { _id: 'b' }])
    })

    test('keep nothing when their work throws', async () => {
      const { docstore, things } = await prepared(open)
      const failing = docstore.transaction(async session => {
        await things.insertOne({ _id: 'b' }, { session })
        await things.deleteMany({ _id: 'a' }, { session })
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await things.find({}).toArray()).toEqual([{ _id: 'a', n: 1 }])
    })

    test('keep nothing when one of their operations fails', async () => {
      const { docstore, things } = await prepared(open)
      const failing = docstore.transaction(async session => {
        await things.insertOne({ _id: 'b' }, { session })
        await things.insertOne({ _id: 'a' }, { session })
      })
      await expect(failing).rejects.toMatchObject({ code: 11000 })
      expect(await things.countDocuments({})).toBe(1)
    })

    test('see their own writes; others see them when they are done', async () => {
      const { docstore, things } = await prepared(open)
      await docstore.transaction(async session => {
        await things.insertOne({ _id: 'b', n: 2 }, { session })
        expect(await things.countDocuments({}, { session })).toBe(2)
        expect((await things.find({ n: 2 }, { session }).toArray()).length).toBe(1)
        for await (const { _id } of things.find({ n: 2 }, { session })) expect(_id).toBe('b')
        expect(await things.aggregate([{ $match: { n: 2 } }], { session }).toArray()).toHaveLength(1)
        expect(await things.findOne({ _id: 'b' })).toBeNull()
      })
      expect(await things.findOne({ _id: 'b' })).toEqual({ _id: 'b', n: 2 })
    })

    test('at the same time store a unique value once', async () => {
      const { docstore, things } = await prepared(open)
      await docstore.reconcileIndexes([
        {
          collection: 'things',
          indexes: [{ name: 'key', keys: { key: 1 }, unique: true, partial: { key: { $gt: '' } } }],
        },
      ])
      const done = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) =>
          docstore.transaction(async session => {
            await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
            await things.insertOne({ key: 'one', n }, { session })
          }),
        ),
      )
      const refused = done.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
      expect(refused).toHaveLength(7)
      for (const error of refused) expect(error).toMatchObject({ code: 11_000 })
      expect([await things.countDocuments({ key: 'one' }), await things.findOne({ _id: 'a' })]).toMatchObject([
        1,
        { n: 2 },
      ])
    })

    test('at the same time add up', async () => {
      const { docstore, things } = await prepared(open)
      await Promise.all(
        Array.from({ length: 5 }, () =>
          docstore.transaction(async session => {
            const found = await things.findOne({ _id: 'a' }, { session })
            await things.updateOne({ _id: 'a' }, { $set: { n: Number(found?.['n']) + 1 } }, { session })
          }),
        ),
      )
      expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 6 })
    })
  })
}
