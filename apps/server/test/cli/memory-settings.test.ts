import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { emptyFolder, serve } from './command.ts'

/** The settings of memory that a server runs with, as its process has them. */
async function settingsOf(env: Readonly<Record<string, string>>) {
  await using folder = await emptyFolder()
  await using server = await serve({ cwd: folder.path, env, port: await freePort() })
  const [options, variables] = ['cmdline', 'environ'].map(file =>
    readFileSync(`/proc/${server.pid}/${file}`, 'utf8').split('\0'),
  )
  return {
    options: options!.filter(option => option.includes('semi-space')),
    arenas: variables!.filter(variable => variable.startsWith('MALLOC_ARENA_MAX=')),
  }
}

testWith(LINUX)('a server gives itself the settings that keep it small', { timeout: 30_000 }, async () => {
  expect(await settingsOf({})).toEqual({ options: ['--max-semi-space-size=16'], arenas: ['MALLOC_ARENA_MAX=1'] })
})

testWith(LINUX)('what the operator has set stays', { timeout: 30_000 }, async () => {
  expect(await settingsOf({ NODE_OPTIONS: '--max-semi-space-size=32' })).toEqual({
    options: [],
    arenas: ['MALLOC_ARENA_MAX=1'],
  })
  expect(await settingsOf({ MALLOC_ARENA_MAX: '4' })).toEqual({
    options: ['--max-semi-space-size=16'],
    arenas: ['MALLOC_ARENA_MAX=4'],
  })
})
