import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { sourceId } from '../../src/features/comments/threads-import/source-ids.ts'
import { line } from '../import/threads-file.ts'
import { BIN, emptyFolder } from './command.ts'
import { commandsInTurn } from './commands-in-turn.ts'

const platform = commandsInTurn()
// Only the program of util-linux knows these options, and a version.
const TERMINAL = {
  missing:
    spawnSync('script', ['--version']).status === 0
      ? undefined
      : 'there is no `script` of util-linux on the PATH, which makes a terminal',
}

/** Runs a command at a terminal and types an answer once it asks. */
async function typed(args: readonly string[], { cwd, answer }: { cwd: string; answer: string }) {
  const line = [process.execPath, '--disable-warning=ExperimentalWarning', BIN, ...args]
    .map(part => `'${part}'`)
    .join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
  })
  let said = ''
  child.stdout.on('data', data => {
    const asked = said.includes('[y/N]')
    said += String(data)
    if (!asked && said.includes('[y/N]')) child.stdin.write(answer)
  })
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, said }
}

const deleteUnknownUser = ['users', 'delete', 'nobody@test.example']

test.each([[deleteUnknownUser], [['assets', 'merge', 'one', 'two']]])(
  'a command that can not be undone is refused to scripts that do not give --yes: %j',
  { timeout: 60_000 },
  async args => {
    await using folder = await emptyFolder()
    expect((await platform(['migrate'], { cwd: folder.path })).exitCode).toBe(0)
    const refused = await platform(args, { cwd: folder.path })
    expect(refused).toEqual({
      exitCode: 64,
      stdout: '',
      stderr: "This can't be undone, and there is no terminal to ask for confirmation: give --yes to run it\n",
    })
    const done = await platform([...args, '--yes'], { cwd: folder.path })
    expect([done.exitCode, done.stderr]).toEqual([1, expect.stringContaining('NOT_FOUND')])
  },
)

testWith(TERMINAL)(
  'and at a terminal done only after a yes, to the account that was shown',
  { timeout: 60_000 },
  async () => {
    await using folder = await emptyFolder()
    const { path: cwd } = folder
    const created = await platform(
      [
        'users',
        'create',
        '--email',
        'leaver@test.example',
        '--username',
        'leaver',
        '--password',
        'a horse battery staple',
        '--json',
      ],
      { cwd },
    )
    const { id } = JSON.parse(created.stdout) as { id: string }
    for (const answer of ['\n', 'n\n', 'yess\n', '\u0004', '\u0003']) {
      const { exitCode, said } = await typed(['users', 'delete', 'leaver@test.example'], { cwd, answer })
      expect([answer, exitCode, said.replaceAll('\r', '')]).toEqual([
        answer,
        1,
        expect.stringContaining(
          `  leaver  <leaver@test.example>  COMMENTER  ${id}\nDelete this account and everything its user wrote? ` +
            "This can't be undone. [y/N]",
        ),
      ])
      expect(said).toContain('Nothing was changed')
    }
    expect(await typed(['users', 'delete', 'leaver'], { cwd, answer: 'Yes\n' })).toEqual({
      exitCode: 0,
      said: expect.stringContaining('leaver is deleted'),
    })
    // An unknown user is refused immediately, without a question.
    const again = await typed(['users', 'delete', 'leaver'], { cwd, answer: 'y\n' })
    expect([again.exitCode, again.said]).toEqual([
      1,
      expect.stringMatching(/^NOT_FOUND {2}The user leaver was not found\s*$/),
    ])
  },
)

testWith(TERMINAL)(
  'discussions are shown before they are merged, and nothing of them steers the terminal',
  { timeout: 60_000 },
  async () => {
    await using folder = await emptyFolder()
    const { path: cwd } = folder
    const [one, two] = ['http://ok.com/one', 'http://ok.com/two']
    const title = 'One\u001b[2J\u009b1A\nAdded\u202e'
    await writeFile(
      join(cwd, 'threads.ndjson'),
      [
        ['c1', one],
        ['c2', one],
        ['c3', two],
      ]
        .map(([id, url]) => JSON.stringify(line(id!, { asset: { url, ...(url === one ? { title } : {}) } })))
        .join('\n'),
    )
    expect((await platform(['import', 'threads', 'threads.ndjson'], { cwd })).exitCode).toBe(0)
    const [from, into] = [sourceId('asset', one), sourceId('asset', two)]
    const shown =
      `  ${from}  ${one}  One [2J 1A Added\\u202e  2 comments\n  ${into}  ${two}  1 ` +
      `comment\nMerge the first into the second, and delete the first? This can't be undone. [y/N]`
    const merge = async (ids: readonly string[], answer: string) => {
      const { exitCode, said } = await typed(['assets', 'merge', ...ids], { cwd, answer })
      return [exitCode, said.replaceAll('\r', '')]
    }
    expect(await merge([from, into], 'n\n')).toEqual([1, expect.stringContaining(shown)])
    expect(await merge([from, 'nowhere\u001b]0;x\u0007'], 'y\n')).toEqual([
      1,
      'NOT_FOUND  The discussion nowhere\\u001b]0;x\\u0007 was not found\n',
    ])
    expect(await merge([from, from], 'y\n')).toEqual([1, expect.stringMatching(/^BAD_USER_INPUT .* into itself/)])
    expect(await merge([from, into], 'y\n')).toEqual([0, expect.stringContaining('Moved 2 comments')])
    expect(await merge([from, into], 'y\n')).toEqual([1, `NOT_FOUND  The discussion ${from} was not found\n`])
  },
)

test.each([
  [['users', 'verify', 'x\u001b[31m\u009b2J'], 'NOT_FOUND  The user x\\u001b[31m\\u009b2J was not found\n'],
  [['users', 'delete', '\u001b]0;owned\u0007', '--yes'], 'NOT_FOUND  The user \\u001b]0;owned\\u0007 was not found\n'],
  [['import', 'threads', '/no\u001bwhere'], expect.stringContaining('/no\\u001bwhere')],
  [['nonsense\u001b[2J'], expect.stringContaining('nonsense\\u001b[2J')],
  [['plugins', 'inspect', 'a\u001b[2J'], expect.stringContaining('a\\u001b[2J')],
])('of what is given to a command nothing steers the terminal: %j', async (args, stderr) => {
  await using folder = await emptyFolder()
  expect((await platform(['migrate'], { cwd: folder.path })).exitCode).toBe(0)
  const ended = await platform(args, { cwd: folder.path })
  expect(ended.stderr).toEqual(stderr)
  expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
})
