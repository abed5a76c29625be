import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '../src/index.ts'

test.for([
  ['development', '7'],
  ['production', undefined],
  ['test', undefined],
] as const)('in %s, what .env adds for others is %s, below the environment', async ([mode, added]) => {
  const cwd = await mkdtemp(join(tmpdir(), 'platform-config-'))
  try {
    await writeFile(join(cwd, '.env'), 'PLATFORM_PLUGIN_POLLS_MAX=7\nPLATFORM_PLUGIN_POLLS_UNIT=hour\n')
    const read = readEnvironment({ cwd, env: { NODE_ENV: mode, PLATFORM_PLUGIN_POLLS_UNIT: 'day' } })
    expect([read['PLATFORM_PLUGIN_POLLS_MAX'], read['PLATFORM_PLUGIN_POLLS_UNIT']]).toEqual([added, 'day'])
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})
