import { expect, test } from 'vitest'
import { connectDocstore } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

test('expired documents are removed from the embedded store, by the date of their index', async () => {
  const docstore = await connectDocstore(temporaryUrl(), { upkeepInterval: 10 })
  const indexes = [{ name: 'expiry', keys: { at: 1 } as const, expireAfterSeconds: 60 }]
  await docstore.reconcileIndexes([{ collection: 'tokens', indexes }])
  const tokens = docstore.collection<{ _id: string; at?: unknown }>('tokens')
  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000)
  const old = Array.from({ length: 1200 }, (_, index) => ({ _id: `old${index}`, at: ago(61) }))
  await tokens.insertMany([
    ...old,
    { _id: 'young', at: ago(30) },
    { _id: 'none' },
    { _id: 'text', at: 'x' },
    { _id: 'number', at: 5 },
  ])
  await expect.poll(() => tokens.distinct('_id')).toEqual(['none', 'number', 'text', 'young'])
  await docstore.close()
})

test('a document that a partial index does not have is not removed by it', async () => {
  const docstore = await connectDocstore(temporaryUrl(), { upkeepInterval: 10 })
  const declared = { keys: { at: 1 } as const, expireAfterSeconds: 60 }
  const indexes = [{ ...declared, name: 'expiry', partial: { done: true } }]
  await docstore.reconcileIndexes([{ collection: 'jobs', indexes }])
  const jobs = docstore.collection<{ _id: string; at: Date; done?: boolean }>('jobs')
  const at = new Date(Date.now() - 61_000)
  await jobs.insertMany([
    { _id: 'done', at, done: true },
    { _id: 'open', at, done: false },
    { _id: 'unknown', at },
  ])
  await expect.poll(() => jobs.countDocuments({ done: true })).toBe(0)
  // The next removal has run as well when a document that expires later is gone.
  await jobs.insertOne({ _id: 'later', at, done: true })
  await expect.poll(() => jobs.distinct('_id')).toEqual(['open', 'unknown'])
  await docstore.close()
})
