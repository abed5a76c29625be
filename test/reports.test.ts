import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const CONFIG = fileURLToPath(new URL('fixtures/vitest.config.ts', import.meta.url))

async function run(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [VITEST, 'run', '--config', CONFIG, ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  return stdout
}

test('tests that lack something are skipped with the reason in their titles, and listed by it at the end', {
  timeout: 60_000,
}, async () => {
  const stdout = await run('lacking')
  const why = 'there is no a-program-that-is-nowhere on the PATH'
  expect(stdout).toContain('✓ lacking.fixture.ts > runs with what is here')
  for (const title of ['needs what is missing', 'needs it for 1', 'needs it for 2', 'a group that needs it'])
    expect(stdout).toContain(`↓ lacking.fixture.ts > ${title} (SKIPPED: ${why})`)
  expect(stdout).toMatch(/1 passed.*5 skipped/)
  expect(stdout).toContain(`SKIPPED 4 tests: ${why}\n  lacking.fixture.ts (4)\n`)
  expect(stdout).toContain('SKIPPED 1 test: a server can not be reached\n  lacking.fixture.ts (1)\n')
})

test('a test that passes only when it is run again is listed at the end, with its error and what differed', {
  timeout: 60_000,
}, async () => {
  const stdout = await run('flaky', '--retry=1')
  expect(stdout).toContain('FLAKY 1 test: passed only when run again; find out why\n')
  expect(stdout).toMatch(/flaky\.fixture\.ts > passes only when it is run again\n\s+the number of runs/)
  expect(stdout).toContain('    - 2\n    + 1\n')
})
