import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const HOST = new URL('../src/index.ts', import.meta.url).href

/** Each loops in a function of the plugin, whose line is the first one of its file. */
const LOOPS = {
  'at once': 'spin()',
  'in a timer': 'setTimeout(spin)',
  'in a callback of a promise': 'await Promise.resolve().then(spin)',
  'in the context of another caller, as in a transaction':
    'await new AsyncLocalStorage().run({}, async () => { const run = AsyncLocalStorage.snapshot(); await null; run(spin) })',
  'in an asynchronous resource': "new AsyncResource('work').runInAsyncScope(spin)",
  'in a listener': "new EventEmitter().on('work', spin).emit('work')",
  'in a callback of a native function': 'await new Promise(() => { stat(import.meta.filename, spin) })',
} as const

/** Runs code with a watch over loops of the plugin `spinning`. */
async function run(code: string, report = 'return 70') {
  const folder = await mkdtemp(join(tmpdir(), 'platform-loops-'))
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  await mkdir(join(folder, 'plugins/spinning'), { recursive: true })
  await writeFile(join(folder, 'plugins/spinning/index.mjs'), 'export function spin() { for (;;) Math.random() }')
  await writeFile(
    join(folder, 'main.mjs'),
    `
    import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
    import { EventEmitter } from 'node:events'
    import { stat, writeSync } from 'node:fs'
    import { openLoopWatch } from ${JSON.stringify(HOST)}
    import { spin } from './plugins/spinning/index.mjs'
    openLoopWatch().during(50, at => { writeSync(1, String(at)); ${report} }, ['spinning'])
    ${code}`,
  )
  // A loop that is not ended would go on after the test.
  const end = { timeout: 20_000, killSignal: 'SIGKILL' } as const
  const child = spawn(process.execPath, ['--conditions=@platform/source', join(folder, 'main.mjs')], end)
  const [[exitCode], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code: exitCode as number | null, out, err }
}

test.each(Object.entries(LOOPS))('a loop of a plugin %s: the process ends with its place', async (_where, code) => {
  expect(await run(code)).toEqual({
    code: 70,
    out: expect.stringMatching(/plugins\/spinning\/index\.mjs:1$/),
    err: '',
  })
})

test('a report that fails ends the process, too', async () => {
  expect(await run('spin()', "throw new Error('no disk')")).toMatchObject({ code: 70 })
})
