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
  await expect.poll(() => tokens.distinct('_id'), { timeout: 5000 }).toEqual(['none', 'number', 'text', 'young'])
  await docstore.close()
})
