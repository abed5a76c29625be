import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ended, startProgram } from './child.ts'
import { surviveKills } from './killed.ts'
import { temporaryFolder, temporaryUrl } from './temporary.ts'

describe('the embedded store', () => {
  test('has everything it acknowledged after kill -9 in the middle of writes', { timeout: 60_000 }, async () => {
    expect(await surviveKills(temporaryUrl(), 3)).toBeGreaterThan(900)
  })

  test('has it as well when it was killed while its log was being moved into the file', {
    timeout: 60_000,
  }, async () => {
    expect(await surviveKills(temporaryUrl(), 3, 60_000)).toBeGreaterThan(900)
  })

  test('acknowledges nothing it cannot keep, and goes on reading', async () => {
    const path = join(temporaryFolder(), 'full.db')
    // No file may grow beyond 2 MB: what a full disk looks like from inside.
    const { child, lines } = startProgram(
      'fill.ts',
      [`sqlite:${path}`],
      ['sh', '-c', 'ulimit -f 4096; exec "$@"', 'sh'],
    )
    await ended(child)
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
      { code: 'DOCSTORE_WRITE_FAILED', isLost: false, hasWritten: true },
    ])
    expect(statSync(path).size).toBeLessThanOrEqual(4096 * 1024)
  })
})
