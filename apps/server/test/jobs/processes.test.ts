import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const PROGRAM = fileURLToPath(new URL('share.program.ts', import.meta.url))
const JOBS = 40

interface Said {
  readonly what: string
  readonly n: number
  readonly attempt: number
  readonly by: string
}

testWith(mongo, REDIS)(
  'two processes on one MongoDB and Redis do each job once, and finish the jobs of a killed one [F9]',
  { timeout: 120_000 },
  async () => {
    await using redis = await startRedis()
    const stores = { docstore: mongo.url(), kvstore: redis.url }
    const said: Said[] = []
    const ready = new Set<string>()
    const children: ChildProcess[] = []
    function start(name: string, options: object = {}): ChildProcess {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify({ ...stores, name, ...options })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      createInterface({ input: child.stdout! }).on('line', line => {
        const [what = '', n, attempt, by = ''] = line.split(' ')
        if (what === 'ready') ready.add(n!)
        else said.push({ what, n: Number(n), attempt: Number(attempt), by })
      })
      children.push(child)
      return child
    }
    const numbers = (what: string, by?: string) =>
      new Set(said.filter(line => line.what === what && (by === undefined || line.by === by)).map(({ n }) => n))
    const stop = async (child: ChildProcess, signal: NodeJS.Signals) => {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    let killed = 0
    try {
      const first = start('first')
      await expect.poll(() => ready.has('first'), { timeout: 30_000 }).toBe(true)
      const second = start('second', { add: String(JOBS) })
      // Both are at work, and the first has begun what it will not end.
      await expect
        .poll(
          () =>
            numbers('ended', 'second').size > 2 &&
            numbers('ended', 'first').size > 2 &&
            numbers('began', 'first').size > numbers('ended', 'first').size,
          { timeout: 30_000, interval: 10 },
        )
        .toBe(true)
      await stop(first, 'SIGKILL')
      killed = said.length
      // All but what the first one had in hand, two at the most, whether it had come to say so or not.
      await expect.poll(() => numbers('ended').size, { timeout: 30_000 }).toBeGreaterThanOrEqual(JOBS - 2)
      await stop(second, 'SIGTERM')
      // A minute later no process holds the jobs of the first one.
      const third = start('third', { ahead: '60000' })
      await expect
        .poll(() => said.some(({ what, by }) => what === 'idle' && by === 'third'), { timeout: 30_000 })
        .toBe(true)
      await stop(third, 'SIGTERM')
    } finally {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    }
    expect([...numbers('ended')].toSorted((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, n) => n))
    // Again is done only what the first one had in hand, two at the most, and only when it was gone.
    const again = [
      ...Map.groupBy(
        said.flatMap((line, at) => (line.what === 'began' ? [{ ...line, at }] : [])),
        ({ n }) => n,
      ).values(),
    ].filter(times => times.length > 1)
    expect(again.length).toBeLessThanOrEqual(2)
    for (const times of again) {
      expect(times.map(({ by }) => by)).toEqual(['first', 'third'])
      expect(times[1]!.at).toBeGreaterThanOrEqual(killed)
    }
  },
)
