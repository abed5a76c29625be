import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder, serve } from './command.ts'

const { v8Threads } = (await import(new URL('../../bin/process-settings.js', import.meta.url).href)) as {
  v8Threads: (cores: number) => number
}

/** The settings that a server runs with, as its process has them. */
async function settingsOf(env: Readonly<Record<string, string>>) {
  await using folder = await emptyFolder()
  await using server = await serve({ cwd: folder.path, env, port: await freePort() })
  const [options, variables] = ['cmdline', 'environ'].map(file =>
    readFileSync(`/proc/${server.pid}/${file}`, 'utf8').split('\0'),
  )
  return {
    options: options!.filter(option => /^--(?:max-semi-space|v8-pool)-size/.test(option)),
    variables: variables!.filter(variable => variable.startsWith('MALLOC_')).toSorted(),
  }
}

const OWN = ['MALLOC_ARENA_MAX=1', 'MALLOC_MMAP_THRESHOLD_=131072']
const POOL = `--v8-pool-size=${v8Threads(availableParallelism())}`

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [5, 4],
  [64, 4],
])('with %i cores V8 has %i threads of its own: one core is left to the thread that answers', (cores, threads) => {
  expect(v8Threads(cores)).toBe(threads)
})

testWith(LINUX)(
  'a server gives itself the settings that keep it small and quick to answer',
  { timeout: 30_000 },
  async () => {
    expect(await settingsOf({})).toEqual({ options: ['--max-semi-space-size=16', POOL], variables: OWN })
  },
)

testWith(LINUX)('what the operator has set stays', { timeout: 30_000 }, async () => {
  expect(await settingsOf({ NODE_OPTIONS: '--max-semi-space-size=32' })).toEqual({
    options: [POOL],
    variables: OWN,
  })
  // Node also takes underscores.
  expect(await settingsOf({ NODE_OPTIONS: '--max_semi_space_size=32 --v8-pool-size=3' })).toEqual({
    options: [],
    variables: OWN,
  })
  expect(await settingsOf({ MALLOC_ARENA_MAX: '4' })).toEqual({
    options: ['--max-semi-space-size=16', POOL],
    variables: ['MALLOC_ARENA_MAX=4', OWN[1]],
  })
})

/** Prints at the end of the server which modules of Node and which native code it has loaded. */
const LOADED = `process.on('exit', () => console.error('LOADED ' + JSON.stringify([
  ...process.moduleLoadList, ...process.report.getReport().sharedObjects])))`

test('a server loads neither the HTTP client of Node nor code for passwords before they are used', {
  timeout: 30_000,
}, async () => {
  await using folder = await emptyFolder()
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOADED)}` }
  await using server = await serve({ cwd: folder.path, env, port: await freePort() })
  server.stop('SIGTERM')
  const { stderr } = await server.ended
  const loaded: string[] = JSON.parse(/^LOADED (.*)$/m.exec(stderr)![1]!)
  expect(loaded).toContain('NativeModule http')
  expect(loaded.filter(name => /undici|argon2-|bcrypt-/.test(name))).toEqual([])
})
