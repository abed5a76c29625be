import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { expect, test } from 'vitest'

test('two builds into one folder at once leave a whole build, and nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-two-builds-'))
  try {
    const out = join(folder, 'build')
    await Promise.all([buildStream({ parts: [], out }), buildStream({ parts: [], out })])
    expect(await readdir(folder)).toEqual(['build'])
    expect([...(await loadStreamBuild(out)).files.keys()].length).toBeGreaterThan(10)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
