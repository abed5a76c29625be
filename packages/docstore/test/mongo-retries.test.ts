import { afterAll, expect } from 'vitest'
import { testWith } from '../../../test/needs.ts'
import { connectDocstore } from '../src/index.ts'
import { startMongo } from './mongo.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

interface Thing {
  readonly _id: string
  readonly n: number
}

testWith(mongo)(
  'transactions of one queue do not make each other fail, and one that fails holds up no other',
  async () => {
    const docstore = await connectDocstore(mongo.url())
    try {
      const things = docstore.collection<Thing>('things')
      await things.insertOne({ _id: 'a', n: 0 })
      let attempts = 0
      const count = (fails: boolean) =>
        docstore.transaction(
          async session => {
            attempts++
            await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
            if (fails) throw new Error('not counted')
          },
          { queue: 'things/a' },
        )
      const done = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => count(i === 3)))
      expect(done.map(({ status }) => status).filter(status => status === 'rejected')).toHaveLength(1)
      expect([attempts, await things.findOne({ _id: 'a' })]).toEqual([20, { _id: 'a', n: 19 }])
    } finally {
      await docstore.close()
    }
  },
)

testWith(mongo)('what a transaction that was tried several times registered by onCommit is called once', async () => {
  const docstore = await connectDocstore(mongo.url())
  try {
    const things = docstore.collection<Thing>('things')
    await things.insertOne({ _id: 'a', n: 1 })
    const attempts: number[] = []
    const calls: number[] = []
    await docstore.transaction(async session => {
      const attempt = attempts.push(attempts.length + 1)
      session.onCommit(() => calls.push(attempt))
      const found = await things.findOne({ _id: 'a' }, { session })
      // A write from outside after the transaction has read makes its own write a conflict, which is tried again.
      if (attempt < 3) await things.updateOne({ _id: 'a' }, { $inc: { n: 10 } })
      await things.updateOne({ _id: 'a' }, { $set: { n: (found?.n ?? 0) + 1 } }, { session })
    })
    expect(attempts).toEqual([1, 2, 3])
    expect(calls).toEqual([3])
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 22 })
  } finally {
    await docstore.close()
  }
})

testWith(mongo)('simultaneous upserts of one document all answer it', async () => {
  const docstore = await connectDocstore(mongo.url())
  try {
    await docstore.reconcileIndexes([{ collection: 'things', indexes: [{ name: 'n', keys: { n: 1 }, unique: true }] }])
    const things = docstore.collection<Thing>('things')
    for (let n = 1; n <= 20; n++) {
      const upsert = (id: number) =>
        things.findOneAndUpdate(
          { n },
          { $setOnInsert: { _id: `${n}-${id}` } },
          { upsert: true, returnDocument: 'after' },
        )
      const answers = await Promise.all(Array.from({ length: 50 }, (_, id) => upsert(id)))
      const stored = await things.findOne({ n })
      expect(stored).not.toBeNull()
      expect(answers).toEqual(answers.map(() => stored))
    }
  } finally {
    await docstore.close()
  }
})
