import { afterAll, expect } from 'vitest'
import { testWith } from '../../../test/needs.ts'
import { connectDocstore } from '../src/index.ts'
import { ended, startProgram, until } from './child.ts'
import { startMongo } from './mongo.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

testWith(mongo)(
  'a process waits for the one that holds a lock, and goes on when that one was killed',
  {
    timeout: 60_000,
  },
  async () => {
    const url = mongo.url()
    const holder = startProgram('hold-lock.ts', [url])
    await until(() => holder.lines.includes('held'), 20_000)
    const lines: string[] = []
    const docstore = await connectDocstore(url, { lockPatience: 4_000, log: line => lines.push(line) })
    let isDone = false
    const waiting = docstore.exclusively('changes', async () => {
      isDone = true
    })
    const said = (text: string) => lines.some(line => line.includes(text))
    await expect.poll(() => said('Another process holds the lock changes'), { timeout: 20_000 }).toBe(true)
    expect(isDone).toBe(false)
    holder.child.kill('SIGKILL')
    await ended(holder.child)
    await waiting
    expect(said('is gone')).toBe(true)
    await docstore.close()
  },
)
