import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LINUX, testWith } from '../../../test/needs.ts'
import { run } from '../src/cli.ts'
import { emptyFolder } from './folder.ts'

const BIN = fileURLToPath(new URL('../bin/create-platform-plugin.js', import.meta.url))

/** Runs the command; with answers it has a terminal to ask in. */
async function command(args: readonly string[], answers?: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const left = [...(answers ?? [])]
  let [out, err] = ['', '']
  stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    // An answer is typed once it is asked for.
    if (out.endsWith('? ')) stdin.write(`${left.shift()}\n`)
  })
  stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const code = await run(args, { stdin: Object.assign(stdin, { isTTY: answers !== undefined }), stdout, stderr })
  for (const stream of [stdout, stderr]) await finished(stream.end())
  return { code, left, out, err }
}

describe('create-platform-plugin', () => {
  test('asks no question when the name is given', async () => {
    const directory = join(await emptyFolder(), 'thing')
    const { code, out, left } = await command(
      ['my-thing', '--directory', directory, '--description', 'Does things', '--no-client'],
      ['nobody asks'],
    )
    expect([code, left]).toEqual([0, ['nobody asks']])
    expect(out).toContain('npm install && npm test')
    expect(await readFile(join(directory, 'README.md'), 'utf8')).toContain('Does things')
    expect(existsSync(join(directory, 'client'))).toBe(false)
  })

  test('asks for what is missing in a terminal', async () => {
    const directory = join(await emptyFolder(), 'thing')
    const { code, left } = await command(['--directory', directory], ['asked-for', 'It was asked for'])
    expect([code, left]).toEqual([0, []])
    expect(JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))).toMatchObject({
      name: 'platform-plugin-asked-for',
      description: 'It was asked for',
    })
  })

  test.each([
    ['without a terminal', [], undefined],
    ['with --yes', ['--yes'], ['x']],
  ] as const)('refuses to ask %s', async (_name, args, answers) => {
    const { code, err, left } = await command(args, answers)
    expect([code, left.length]).toEqual([64, answers?.length ?? 0])
    expect(err).toContain('Say what it is called')
  })

  testWith(LINUX)(
    'leaves nothing when the disk takes only a part of the files, and says so in a sentence',
    async () => {
      const folder = await emptyFolder()
      await mkdir(join(folder, 'empty'))
      for (const [directory, left] of [
        ['new/thing', ['empty']],
        ['empty', []],
      ] as const) {
        // No file may have more than a kilobyte or two: some files are smaller.
        const limited = [
          '-c',
          'ulimit -f 2; exec "$0" "$@"',
          process.execPath,
          BIN,
          'my-thing',
          '--directory',
          directory,
        ]
        const { status, stdout, stderr } = spawnSync('sh', limited, { cwd: folder, encoding: 'utf8' })
        expect([status, stdout]).toEqual([73, ''])
        expect(stderr).toMatch(new RegExp(`^${directory} can't be written: EFBIG.*\\n$`))
        expect(await readdir(directory === 'empty' ? join(folder, directory) : folder)).toEqual(left)
      }
    },
  )

  test('explains itself, and names what it does not know', async () => {
    expect(await command(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--no-client') })
    expect(await command(['x', '--colour'])).toMatchObject({ code: 64, err: expect.stringContaining('--colour') })
    expect(await command(['Not A Name'])).toMatchObject({ code: 64, err: expect.stringContaining('lower-case') })
    expect(await command(['x', '--directory', import.meta.dirname])).toMatchObject({
      code: 73,
      err: expect.stringContaining('already'),
    })
  })
})
