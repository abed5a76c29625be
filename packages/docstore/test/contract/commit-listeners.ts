import { describe, expect, test } from 'vitest'
import type { Collection, Docstore, DocstoreOptions, Session } from '../../src/index.ts'
import type { Loose, Open } from './fixture.ts'

/** A store whose collection exists already, because some servers refuse to create one inside a transaction. */
async function prepared(
  open: Open,
  options?: DocstoreOptions,
): Promise<{ docstore: Docstore; things: Collection<Loose> }> {
  const docstore = await open(options)
  const things = docstore.collection<Loose>('things')
  await things.insertOne({ _id: 'a', n: 0 })
  return { docstore, things }
}

export function commitListenersContract(open: Open): void {
  describe('functions registered by onCommit', () => {
    test('are called in their order after the commit, before the transaction resolves', async () => {
      const { docstore, things } = await prepared(open)
      const calls: string[] = []
      const seen: Promise<unknown>[] = []
      const result = await docstore.transaction(async session => {
        session.onCommit(() => {
          calls.push('first')
          seen.push(things.findOne({ _id: 'a' }))
        })
        await things.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session })
        session.onCommit(() => calls.push('second'))
        expect(calls).toEqual([])
        return 'done'
      })
      expect(result).toBe('done')
      expect(calls).toEqual(['first', 'second'])
      expect(await seen[0]).toEqual({ _id: 'a', n: 1 })
    })

    test('are not called when the work throws', async () => {
      const { docstore, things } = await prepared(open)
      let calls = 0
      const failing = docstore.transaction(async session => {
        session.onCommit(() => calls++)
        await things.insertOne({ _id: 'b' }, { session })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await docstore.transaction(async session => things.insertOne({ _id: 'c' }, { session }))
      expect(calls).toBe(0)
    })

    test('are called once a transaction when transactions get in each other’s way', async () => {
      const { docstore, things } = await prepared(open)
      const calls = new Map<number, number>()
      await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          docstore.transaction(async session => {
            session.onCommit(() => calls.set(n, (calls.get(n) ?? 0) + 1))
            const found = await things.findOne({ _id: 'a' }, { session })
            await things.updateOne({ _id: 'a' }, { $set: { n: Number(found?.['n']) + 1 } }, { session })
          }),
        ),
      )
      expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 6 })
      expect([...calls.values()]).toEqual([1, 1, 1, 1, 1, 1])
    })

    test('may use the store, also in another transaction', async () => {
      const { docstore, things } = await prepared(open)
      const followed = Promise.withResolvers<void>()
      await docstore.transaction(async session => {
        await things.insertOne({ _id: 'b' }, { session })
        session.onCommit(() => {
          docstore
            .transaction(async next => {
              await things.updateOne({ _id: 'b' }, { $set: { followed: true } }, { session: next })
            })
            .then(followed.resolve, followed.reject)
        })
      })
      await followed.promise
      expect(await things.findOne({ _id: 'b' })).toEqual({ _id: 'b', followed: true })
    })

    test('that fail are logged, and neither undo the transaction nor stop other listeners', async () => {
      const lines: string[] = []
      const { docstore, things } = await prepared(open, { log: line => lines.push(line) })
      let calls = 0
      await docstore.transaction(async session => {
        session.onCommit(() => {
          throw new Error('thrown')
        })
        session.onCommit(async () => {
          throw new Error('rejected')
        })
        session.onCommit(() => calls++)
        await things.insertOne({ _id: 'b' }, { session })
      })
      expect(calls).toBe(1)
      expect(await things.countDocuments({ _id: 'b' })).toBe(1)
      await expect
        .poll(() => lines.filter(line => line.includes('onCommit')))
        .toEqual([
          'A function registered by onCommit failed: thrown',
          'A function registered by onCommit failed: rejected',
        ])
    })

    test('are refused once the transaction is over', async () => {
      const { docstore, things } = await prepared(open)
      let kept: Session | undefined
      await docstore.transaction(async session => {
        kept = session
        await things.insertOne({ _id: 'b' }, { session })
      })
      expect(() => kept?.onCommit(() => {})).toThrow(expect.objectContaining({ code: 'DOCSTORE_SESSION_ENDED' }))
    })
  })
}
