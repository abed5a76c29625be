import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runOperation } from '../../src/cli/run-operation.ts'
import { NonRetryableError } from '../../src/jobs/definition.ts'
import { emptyFolder } from '../cli/command.ts'

/** What a command prints, on both streams, and its exit code. */
async function run({ services }: TestPlatform, name: string, options: object) {
  const said = { out: '', err: '' }
  const exitCode = await runOperation(
    services,
    { name, options },
    {
      out: text => {
        said.out += text
      },
      err: text => {
        said.err += text
      },
      draw: () => {},
      columns: null,
      interrupted: false,
    },
  )
  return { exitCode, ...said }
}

test('`jobs list` shows waiting and dead jobs without contents, and `jobs retry` runs dead ones again', async () => {
  await using platform = await createTestPlatform()
  const { jobs } = platform.services
  let works = false
  const queue = jobs.define({
    type: 'test.secret',
    payload: z.object({ link: z.string() }),
    run: async () => {
      if (!works) throw new NonRetryableError('refused for good')
    },
  })
  expect(await run(platform, 'jobs list', {})).toEqual({ exitCode: 0, out: 'There are no jobs.\n', err: '' })
  const id = await queue.add({ link: 'https://example.org/#canary-token' })
  await jobs.idle()
  const listed = await run(platform, 'jobs list', { state: 'dead' })
  expect(listed.out).toMatch(new RegExp(`^${id}  test\\.secret  dead  attempts 1  refused for good\\n$`))
  const forMachines = await run(platform, 'jobs list', { json: true })
  expect(JSON.parse(forMachines.out)).toMatchObject([
    { id, type: 'test.secret', state: 'dead', error: 'refused for good' },
  ])
  expect(listed.out + forMachines.out + JSON.stringify(platform.logs)).not.toContain('canary-token')
  works = true
  expect(await run(platform, 'jobs retry', { ids: [id, 'unknown'] })).toMatchObject({
    exitCode: 0,
    out: '1 job runs again\n',
  })
  await jobs.idle()
  expect((await run(platform, 'jobs list', {})).out).toBe('There are no jobs.\n')
  expect(await run(platform, 'jobs list', { state: 'lost' })).toMatchObject({
    exitCode: 64,
    err: expect.stringContaining('--state'),
  })
})

test('`jobs retry` names the dead jobs of plugins that are not listed any more', async () => {
  await using folder = await emptyFolder()
  const refuses = () => {
    throw new NonRetryableError('refused for good')
  }
  const bookmarks = definePlugin({ name: 'bookmarks', sdk: '^1.0', jobs: { 'bookmarks.later': { run: refuses } } })
  {
    await using platform = await createTestPlatform({ plugins: [bookmarks], directory: folder.path })
    await platform.services.jobs.add('bookmarks.later', {})
    await platform.services.jobs.idle()
    expect((await run(platform, 'jobs list', { state: 'dead' })).out).toContain('bookmarks.later')
  }
  await using platform = await createTestPlatform({ directory: folder.path })
  expect(await run(platform, 'jobs retry', {})).toEqual({
    exitCode: 0,
    out: '0 jobs run again\n',
    err: 'Jobs of plugins that are not listed, or are disabled, stay dead: bookmarks.later\n',
  })
  expect(await run(platform, 'jobs retry', { ids: ['unknown'] })).toMatchObject({ err: '' })
})
