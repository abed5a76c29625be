import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildStream } from '@platform/stream/build'
import { expect, test } from 'vitest'
import { clientParts, listWithout } from './default-list.ts'

/** Parses the modules of a folder as a browser does before it runs one, and prints what is wrong with them. */
const PARSE = `
  const { readdirSync, readFileSync } = require('node:fs')
  const { SourceTextModule } = require('node:vm')
  const scripts = readdirSync('.').filter(name => name.endsWith('.js'))
  const problems = scripts.flatMap(name => {
    try { new SourceTextModule(readFileSync(name, 'utf8')); return [] } catch (error) { return [name + ': ' + error] }
  })
  console.log(JSON.stringify({ scripts: scripts.length, problems }))`

// With Rolldown 1.2.19 to 1.3.3 the plain build of this list has a script that exports a name it does not have.
test('browsers can load every script that is built without the part for personal data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-valid-files-'))
  try {
    const names = listWithout('platform-plugin-profile-data').client.map(entry => entry.name)
    await buildStream({ parts: clientParts(names), out: join(folder, 'build') })
    const flags = ['--experimental-vm-modules', '--no-warnings', '-e', PARSE]
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: join(folder, 'build/browser') })
    const { scripts, problems } = JSON.parse(stdout)
    expect(problems).toEqual([])
    expect(scripts).toBeGreaterThan(100)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
