import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CONTRACT_POINTS } from '../src/index.ts'

// Node can't run JSX sources, so this test uses the built server, as plugin authors do.
test('the contract and the checks work in node:test', async () => {
  const fixture = fileURLToPath(new URL('fixtures/node-runner.fixture.js', import.meta.url))
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  // A timer that was left running would keep it from ending.
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', fixture], {
    env,
    timeout: 50_000,
  })
  expect(stdout).toMatch(/^# fail 0$/m)
  for (const says of [CONTRACT_POINTS.routes, 'a platform in node:test', 'a leak fails a test in node:test'])
    expect(stdout).toContain(says)
}, 60_000)
