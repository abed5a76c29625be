// Writes from many writers, and prints each write after its acknowledgement.
import { connectDocstore } from '../../src/index.ts'

const [url = '', round = '', bytes = '0'] = process.argv.slice(2)
const text = 'x'.repeat(Number(bytes))
const docstore = await connectDocstore(url)
const indexes = [
  { name: 'key', keys: { key: 1 } as const, unique: true },
  { name: 'tags', keys: { tags: 1 } as const, multikey: true },
]
await docstore.reconcileIndexes([{ collection: 'things', indexes }])
const things = docstore.collection<{ _id: string; key: string; tags: string[]; version: number; text: string }>(
  'things',
)

async function write(writer: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const _id = `${round}-${writer}-${turn}`
    await things.insertOne({ _id, key: _id, tags: [_id], version: 1, text })
    process.stdout.write(`inserted ${_id}\n`)
    if (turn % 3 === 0) {
      await things.updateOne({ _id }, { $set: { version: 2 } })
      process.stdout.write(`updated ${_id}\n`)
    }
    if (turn % 5 === 0) {
      await docstore.transaction(async session => {
        await things.insertOne({ _id: `${_id}-left`, key: `${_id}-left`, tags: [], version: 1, text }, { session })
        await things.insertOne({ _id: `${_id}-right`, key: `${_id}-right`, tags: [], version: 1, text }, { session })
      })
      process.stdout.write(`both ${_id}\n`)
    }
  }
}

await Promise.all(Array.from({ length: 50 }, (_, writer) => write(writer)))
