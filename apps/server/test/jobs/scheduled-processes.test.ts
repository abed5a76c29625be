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

const PROGRAM = fileURLToPath(new URL('scheduled.program.ts', import.meta.url))
const TEN_MINUTES = 600_000
const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1, 0, minutes)).toISOString()

interface Line {
  readonly what: string
  readonly time: string
  readonly by: string
}

testWith(mongo, REDIS)(
  'two servers on one MongoDB and Redis run a scheduled job once each time, also when one is killed',
  { timeout: 120_000 },
  async () => {
    await using redis = await startRedis()
    const stores = { docstore: mongo.url(), kvstore: redis.url }
    const lines: Line[] = []
    const children: ChildProcess[] = []
    function start(name: string, options: object = {}): ChildProcess {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify({ ...stores, name, now: at(0), ...options })],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      )
      createInterface({ input: child.stdout! }).on('line', line => {
        const [what = '', time = '', by = ''] = line.split(' ')
        lines.push({ what, time, by })
      })
      children.push(child)
      return child
    }
    const said = (what: string, time: string, by: string) =>
      expect
        .poll(() => lines.some(line => line.what === what && line.time === time && line.by === by), { timeout: 30_000 })
        .toBe(true)
    const began = () => lines.filter(({ what }) => what === 'began')
    const advance = (child: ChildProcess, milliseconds: number) => child.stdin!.write(`${milliseconds}\n`)
    try {
      const first = start('first', { hangs: at(40) })
      await said('ready', '-', 'first')
      const second = start('second')
      await said('ready', '-', 'second')
      for (const minutes of [10, 20, 30]) {
        for (const child of [first, second]) advance(child, TEN_MINUTES)
        for (const by of ['first', 'second']) await said('idle', at(minutes), by)
      }
      expect(began().map(({ time }) => time)).toEqual([at(10), at(20), at(30)])
      advance(first, TEN_MINUTES)
      await said('began', at(40), 'first')
      const gone = once(first, 'exit')
      first.kill('SIGKILL')
      await gone
      // At the time itself the lease of the killed server has not ended yet; a minute later it has.
      advance(second, TEN_MINUTES)
      await said('idle', at(40), 'second')
      expect(
        began()
          .filter(({ time }) => time === at(40))
          .map(({ by }) => by),
      ).toEqual(['first'])
      advance(second, 60_000)
      await said('idle', at(41), 'second')
      advance(second, TEN_MINUTES)
      await said('idle', at(51), 'second')
    } finally {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    }
    expect(
      began()
        .slice(3)
        .map(({ time, by }) => `${time} ${by}`),
    ).toEqual([`${at(40)} first`, `${at(40)} second`, `${at(50)} second`])
  },
)
