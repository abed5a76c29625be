import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyFolder, platform } from './command.ts'

const BIN = fileURLToPath(new URL('../../bin/platform.js', import.meta.url))
const hasTerminal = spawnSync('script', ['--version']).status === 0
if (!hasTerminal) console.warn('SKIPPED: there is no `script` to make a terminal with')

/** Runs a command at a terminal and types an answer once it asks. */
async function typed(args: readonly string[], { cwd, answer }: { cwd: string; answer: string }) {
  const line = [process.execPath, '--disable-warning=ExperimentalWarning', BIN, ...args].map(part => `'${part}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd } })
  let said = ''
  child.stdout.on('data', data => {
    const asked = said.includes('[y/N]')
    said += String(data)
    if (!asked && said.includes('[y/N]')) child.stdin.write(answer)
  })
  const [exitCode] = await once(child, 'close') as [number]
  return { exitCode, said }
}

const nobody = ['users', 'delete', 'nobody@test.example']

test.each([[nobody], [['assets', 'merge', 'one', 'two']]])('what has no way back is refused to scripts that do not say --yes: %j', async args => {
  await using folder = await emptyFolder()
  const refused = await platform(args, { cwd: folder.path })
  expect(refused).toEqual({ exitCode: 64, stdout: '', stderr: 'There is no way back from this, and nobody to ask: give --yes to have it done\n' })
  const done = await platform([...args, '--yes'], { cwd: folder.path })
  expect([done.exitCode, done.stderr]).toEqual([1, expect.stringContaining('NOT_FOUND')])
})

test.skipIf(!hasTerminal)('and at a terminal done only after a yes', async () => {
  await using folder = await emptyFolder()
  for (const answer of ['\n', 'n\n', 'yess\n', '\u0004']) {
    const { exitCode, said } = await typed(nobody, { cwd: folder.path, answer })
    expect([answer, exitCode, said]).toEqual([answer, 1, expect.stringMatching(/Delete the account nobody@test\.example and what it wrote\? There is no way back\. \[y\/N\][^]*Nothing was changed/)])
  }
  for (const answer of ['y\n', 'Yes\n']) expect((await typed(nobody, { cwd: folder.path, answer })).said).toContain('NOT_FOUND  The user nobody@test.example was not found')
})
