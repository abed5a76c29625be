import { setTimeout as wait } from 'node:timers/promises'
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

testWith(mongo).each([
  ['before its next step', 'asking'],
  ['at the latest when it is done, and is told before', 'blind'],
])(
  'work of a process that was paused until another one took its lock fails %s',
  { timeout: 60_000 },
  async (_when, how) => {
    const url = mongo.url()
    const paused = startProgram('work-in-steps.ts', [url, how])
    await until(() => paused.lines.includes('begins 1'), 20_000)
    const docstore = await connectDocstore(url, { lockPatience: 1_500 })
    const { promise: end, resolve } = Promise.withResolvers<void>()
    let holds = false
    const other = docstore.exclusively('changes', async () => {
      holds = true
      await end
    })
    await wait(500)
    paused.child.kill('SIGSTOP')
    await until(() => holds, 20_000)
    const before = paused.lines.length
    paused.child.kill('SIGCONT')
    await ended(paused.child)
    expect(paused.lines.at(-1)).toBe('DOCSTORE_LOCK_LOST')
    expect(paused.lines).toContain('told')
    // It may have asked just before it was paused.
    const begun = paused.lines.slice(before).filter(line => line.startsWith('begins'))
    if (how === 'asking') expect(begun.length).toBeLessThan(2)
    resolve()
    await other
    await docstore.close()
  },
)

testWith(mongo)('indexes are changed no further when the lock is lost', async () => {
  const url = mongo.url()
  const docstore = await connectDocstore(url)
  const declared = ['a', 'b'].map(collection => ({ collection, indexes: [{ name: 'n', keys: { n: 1 as const } }] }))
  const work = docstore.exclusively('changes', async hold => {
    await docstore.collection('platform_locks').updateOne({ _id: 'changes' }, { $set: { holder: 'another' } })
    return docstore.reconcileIndexes(declared, { hold })
  })
  await expect(work).rejects.toMatchObject({ code: 'DOCSTORE_LOCK_LOST' })
  expect((await docstore.reconcileIndexes(declared, { dryRun: true })).created).toHaveLength(2)
  await docstore.close()
})
