import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { manyLines } from '../import/threads-file.ts'
import { emptyFolder, interrupted, platform, serve } from './command.ts'

const env = { PLATFORM_JWT_SECRET: 'a secret that is long enough, 32 bytes' }
const COMMENTS = 12_000

test.each(['alone', 'in a running server'])(
  'an interrupted import prints its progress, and the same command continues from there: %s',
  async where => {
    await using folder = await emptyFolder()
    const place = { cwd: folder.path, env }
    await using _server = where === 'alone' ? null : await serve({ ...place, port: await freePort() })
    const file = join(folder.path, 'threads.ndjson')
    await writeFile(file, ['no comment', ...manyLines(COMMENTS).map(line => JSON.stringify(line))].join('\n'))

    const first = await interrupted(['import', 'threads', file, '--json'], place, 'line 1:')
    expect(first).toMatchObject({
      exitCode: 130,
      stderr: expect.stringMatching(
        /^line 1: .*\nStopped after \d+ % of the file; run the same command again to import the rest\n$/,
      ) as string,
    })
    const { comments } = JSON.parse(first.stdout) as { comments: number }
    expect(comments).toBeGreaterThan(0)
    expect(comments).toBeLessThan(COMMENTS)

    const second = await platform(['import', 'threads', file, '--json'], place)
    expect(JSON.parse(second.stdout)).toMatchObject({ known: comments, comments: COMMENTS - comments, skipped: 1 })
  },
)
