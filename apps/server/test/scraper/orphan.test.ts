import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { program } from '../../../../test/programs.ts'
import { parsePage } from '../../src/features/assets/scraper/parse-page.ts'
import { LIMITS } from '../../src/features/assets/scraper/reading-limits.ts'

const PARSE = new URL('../../src/features/assets/scraper/parse-page.ts', import.meta.url).href
/** Nested so deep that it takes minutes to read. */
const SCRIPT = `import { parsePage } from ${JSON.stringify(PARSE)}; process.stdout.write('reading'); await parsePage('<div>'.repeat(190_000)); process.stdout.write('read')`

/** Lists the processes of the machine. */
const PS = program('ps')

interface Process {
  readonly id: number
  readonly parent: number
  readonly state: string
  readonly seconds: number
}

const started: number[] = []
afterEach(() => {
  for (const id of started.splice(0)) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      /* it has ended */
    }
  }
})

const processes = (): Process[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,time='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => {
      const [id, parent, state, time] = line.trim().split(/\s+/)
      return {
        id: Number(id),
        parent: Number(parent),
        state: state!,
        seconds: time!.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0),
      }
    })
/** A process that has ended may still be listed, in the state Z, until its parent asks for its exit code. */
const runs = (id: number) => processes().some(process => process.id === id && !process.state.startsWith('Z'))

/** A process that reads a page, and the one it has read it, busy for a second at least. */
async function reading() {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(parent.pid!)
  await once(parent.stdout, 'data')
  let reader: Process | undefined
  await expect
    .poll(
      () => {
        reader = processes().find(process => process.parent === parent.pid)
        return reader?.seconds
      },
      { timeout: 20_000, interval: 100 },
    )
    .toBeGreaterThanOrEqual(1)
  started.push(reader!.id)
  return { parent, reader: reader!.id }
}

testWith(PS)(
  'who reads a page ends with the server that is killed meanwhile, however busy it is [S10]',
  { timeout: 60_000 },
  async () => {
    const { parent, reader } = await reading()
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => runs(reader), { timeout: 2_500, interval: 50 }).toBe(false)
  },
)

testWith(PS)(
  'who reads a page ends in time by itself, also when the server is stopped [S10]',
  { timeout: 60_000 },
  async () => {
    const { parent, reader } = await reading()
    parent.kill('SIGSTOP')
    await expect.poll(() => runs(reader), { timeout: 15_000, interval: 100 }).toBe(false)
  },
)

testWith(PS).each([
  ['links within links', '<a>'.repeat(330_000)],
  [
    'formatting that every paragraph repeats',
    `${Array.from({ length: 20_000 }, (_, i) => `<b a${i}>`).join('')}${'<p>'.repeat(200_000)}`,
  ],
  [
    'lists of linked data',
    `<script type="application/ld+json">[${Array.from({ length: 300_000 }, () => '{}').join(',')}]</script>`,
  ],
])('reading %s takes no more memory than it may [S10]', { timeout: 30_000 }, async (_name, page) => {
  let [most, done] = [0, false]
  const reading = parsePage(page).finally(() => {
    done = true
  })
  await expect
    .poll(
      () => {
        const sizes = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' })
          .split('\n')
          .filter(line => line.includes('page-reader'))
          .map(line => line.trim().split(/\s+/))
          .filter(([parent]) => Number(parent) === process.pid)
        most = Math.max(most, ...sizes.map(([, kilobytes]) => Number(kilobytes) / 1_024))
        return done
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true)
  await reading
  expect(most).toBeGreaterThan(30)
  // What is allocated between two looks of the reader at itself comes on top.
  expect(most).toBeLessThan(LIMITS.megabytes * 1.25)
})
