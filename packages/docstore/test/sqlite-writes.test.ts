import { AsyncLocalStorage } from 'node:async_hooks'
import { StatementSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type DocstoreOptions, type Session } from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { temporaryUrl } from './temporary.ts'

let docstore: Docstore

async function opened(options?: DocstoreOptions): Promise<Collection<Loose>> {
  docstore = await connectDocstore(temporaryUrl(), options)
  return docstore.collection<Loose>('things')
}

afterEach(async () => docstore.close())

describe('embedded writes', () => {
  test('make the table of a collection, which reads then look for once', async () => {
    const things = await opened()
    await things.insertOne({ _id: 'first' })
    const spy = vi.spyOn(StatementSync.prototype, 'get')
    for (let turn = 0; turn < 3; turn++) expect(await things.countDocuments()).toBe(1)
    const texts = (spy.mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL)
    spy.mockRestore()
    expect(texts.filter(text => text.includes('sqlite_schema'))).toHaveLength(1)
  })

  test('at the same time share commits; one that fails takes no other with it', async () => {
    const things = await opened()
    await things.insertOne({ _id: 'taken' })
    const before = docstore.statistics?.()
    const writes = Array.from({ length: 500 }, (_, index) =>
      things.insertOne({ _id: index % 100 === 50 ? 'taken' : `i${index}` }),
    )
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    expect(await things.countDocuments()).toBe(496)
    const after = docstore.statistics?.()
    const [done, commits] = [
      (after?.writes ?? 0) - (before?.writes ?? 0),
      (after?.commits ?? 0) - (before?.commits ?? 0),
    ]
    expect([done >= 500, commits > 0 && commits < 50]).toEqual([true, true])
  })

  test('that come while a lone transaction runs are kept when it fails, and nothing of it is', async () => {
    const things = await opened()
    await things.insertOne({ _id: 'first' })
    const { promise: queued, resolve } = Promise.withResolvers<void>()
    const failing = docstore.transaction(async session => {
      await things.insertOne({ _id: 'lost' }, { session })
      resolve()
      await new Promise(next => setImmediate(next))
      throw new Error('no')
    })
    const meanwhile = queued.then(() => things.insertOne({ _id: 'kept' }))
    await expect(failing).rejects.toThrow('no')
    await meanwhile
    expect(await things.distinct('_id')).toEqual(['first', 'kept'])
  })

  test('are refused beyond the number that may wait', async () => {
    const things = await opened({ maxWaitingWrites: 10 })
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => things.insertOne({})))
    const codes = outcomes.flatMap(outcome =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
    )
    expect(codes).toEqual(Array.from({ length: 20 }, () => 'DOCSTORE_BUSY'))
    expect(await things.countDocuments()).toBe(10)
  })

  test('store JSON values and dates', async () => {
    const things = await opened()
    const bad = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      5n,
      new Map(),
      Symbol('x'),
      () => 1,
      new Date(Number.NaN),
      Buffer.from('x'),
      new (class Thing {})(),
    ]
    for (const v of bad)
      await expect(things.insertOne({ _id: 'a', v })).rejects.toMatchObject({ code: 'DOCSTORE_DOCUMENT_INVALID' })
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    await expect(things.insertOne({ _id: 'a', circular })).rejects.toMatchObject({ code: 'DOCSTORE_DOCUMENT_INVALID' })
    expect(await things.countDocuments()).toBe(0)
  })

  test('that stream a large collection see one state of it', async () => {
    const things = await opened()
    await things.insertMany(Array.from({ length: 3000 }, (_, index) => ({ _id: `i${index}`, n: index })))
    let seen = 0
    for await (const { _id } of things.find({ n: { $gte: 0 } })) {
      if (seen % 1000 === 0) await things.updateOne({ _id }, { $set: { n: -1 } })
      seen += 1
    }
    expect([seen, await things.countDocuments({ n: -1 })]).toEqual([3000, 3])
  })
})

describe('an embedded transaction', () => {
  test('that hangs is rolled back, and the store goes on', async () => {
    const things = await opened({ transactionDeadline: 50 })
    let late: Session | undefined
    const hanging = docstore.transaction(async session => {
      late = session
      await things.insertOne({ _id: 'a' }, { session })
      await new Promise(() => {})
    })
    const waiting = things.insertOne({ _id: 'b' })
    await expect(hanging).rejects.toMatchObject({ code: 'DOCSTORE_TRANSACTION_TIMEOUT' })
    await waiting
    expect(await things.find({}).toArray()).toEqual([{ _id: 'b' }])
    await expect(things.insertOne({ _id: 'c' }, { session: late as Session })).rejects.toMatchObject({
      code: 'DOCSTORE_SESSION_ENDED',
    })
  })

  test('that writes the first document of a collection reads it, and leaves nothing when it fails', async () => {
    const things = await opened()
    const insert = async (session: Session, _id: string) => {
      expect(await things.findOne({}, { session })).toBeNull()
      await things.insertOne({ _id }, { session })
      return things.findOne({}, { session })
    }
    expect(await things.findOne({})).toBeNull()
    const failing = docstore.transaction(async session => {
      expect(await insert(session, 'lost')).toEqual({ _id: 'lost' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await things.findOne({})).toBeNull()
    expect(await docstore.transaction(session => insert(session, 'kept'))).toEqual({ _id: 'kept' })
    expect(await things.find({}).toArray()).toEqual([{ _id: 'kept' }])
  })

  test('in which a session was forgotten says so instead of waiting for itself', async () => {
    const things = await opened()
    const forgetful = docstore.transaction(async () => things.insertOne({ _id: 'a' }))
    await expect(forgetful).rejects.toMatchObject({ code: 'DOCSTORE_SESSION_MISSING' })
    const nested = docstore.transaction(async () => docstore.transaction(async () => 1))
    await expect(nested).rejects.toMatchObject({ code: 'DOCSTORE_SESSION_MISSING' })
  })

  test('cannot go on after a failure, as in MongoDB', async () => {
    const things = await opened()
    await things.insertOne({ _id: 'a' })
    let calls = 0
    const stubborn = docstore.transaction(async session => {
      session.onCommit(() => calls++)
      await things.insertOne({ _id: 'a' }, { session }).catch(() => {})
      return 'fine'
    })
    await expect(stubborn).rejects.toMatchObject({ code: 11000 })
    expect(calls).toBe(0)
  })

  test('runs in the context of its caller', async () => {
    const things = await opened()
    const request = new AsyncLocalStorage<string>()
    const run = (name: string) =>
      request.run(name, () =>
        docstore.transaction(async session => {
          await things.insertOne({}, { session })
          return request.getStore()
        }),
      )
    expect(await Promise.all([run('one'), run('two'), run('three')])).toEqual(['one', 'two', 'three'])
  })
})
