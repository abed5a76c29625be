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
