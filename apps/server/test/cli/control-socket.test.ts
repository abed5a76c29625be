import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { performInServer } from '../../src/cli/ask-server.ts'
import { openControlSocket } from '../../src/cli/control-socket.ts'
import { controlSocketPath } from '../../src/cli/socket-path.ts'
import { SERVER_VERSION } from '../../src/runtime/version.ts'
import { emptyFolder } from './command.ts'

let platform: TestPlatform
let folder: Awaited<ReturnType<typeof emptyFolder>>
let close: () => unknown
beforeAll(async () => {
  ;[platform, folder] = await Promise.all([createTestPlatform(), emptyFolder()])
  const server = await openControlSocket(() => platform.services, join(folder.path, 'data.sock'))
  close = () => server.close()
})
afterAll(async () => {
  close()
  await Promise.all([platform[Symbol.asyncDispose](), folder[Symbol.asyncDispose]()])
})

async function ask(line: string): Promise<unknown[]> {
  const socket = connect(join(folder.path, 'data.sock'))
  socket.write(`${line}\n`)
  return (await text(socket))
    .trimEnd()
    .split('\n')
    .map(reply => JSON.parse(reply) as unknown)
}

test.each<[name: string, line: string]>([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['no name', '{"options": {}, "columns": null}'],
  ['a width that is none', '{"name": "recount", "options": {}, "columns": 1e400}'],
  [
    'options that are nested deeply',
    `{"name": "recount", "options": ${'['.repeat(20_000)}${']'.repeat(20_000)}, "columns": null}`,
  ],
])('a line that is no command is answered with 64: %s', async (_name, line) => {
  expect(await ask(line)).toEqual([
    { err: 'The server does not know this request: use the command line of the same version as the server\n' },
    { exit: 64 },
  ])
})

test('an unknown command is named', async () => {
  expect(await ask('{"name": "nonsense", "options": {}, "columns": null}')).toEqual([
    { err: 'There is no command nonsense\n' },
    { exit: 64 },
  ])
})

/** Lists the users by the server of a store that is named by another path than the one that the server was given. */
async function exitCodeOf(served: string, named: string): Promise<number | null> {
  const path = controlSocketPath(`sqlite:${served}`)
  const server = await openControlSocket(() => platform.services, path!)
  try {
    const terminal = { out: () => {}, err: () => {}, draw: () => {}, columns: null, interrupted: false }
    return await performInServer({ docstoreUrl: `sqlite:${named}` }, 'jobs list', {}, terminal)
  } finally {
    server.close()
  }
}

test('a command finds the server of a store that is named by a link', async () => {
  const store = join(folder.path, 'a'.repeat(100), 'platform.db')
  mkdirSync(dirname(store))
  writeFileSync(store, '')
  symlinkSync(store, join(folder.path, 'link.db'))
  symlinkSync(dirname(store), join(folder.path, 'link'))
  expect(await exitCodeOf(store, join(folder.path, 'link.db'))).toBe(0)
  expect(await exitCodeOf(join(folder.path, 'link', 'platform.db'), store)).toBe(0)
})

test.each(['migrate', 'indexes'])(
  '%s of another version is refused: it would say what this server needs',
  async name => {
    const request = { name, options: { status: true, dryRun: true }, columns: null }
    expect(await ask(JSON.stringify({ ...request, version: '0.0.7' }))).toEqual([
      {
        err: expect.stringMatching(
          /^The server that has the store open is version \S+, and this command is 0\.0\.7: stop/,
        ),
      },
      { exit: 75 },
    ])
    const [answer] = await ask(JSON.stringify({ ...request, version: SERVER_VERSION }))
    expect(answer).toHaveProperty('out')
  },
)

test('a command finds the server of a store whose path has too many bytes for a socket', async () => {
  const letters = 100 - join(folder.path, 'platform.db.sock').length - 1
  const store = join(folder.path, 'я'.repeat(letters), 'platform.db')
  mkdirSync(dirname(store))
  expect(await exitCodeOf(store, store)).toBe(0)
})

testWith(LINUX)('the socket of a store with a long path is beside it, where no other user can put one', async () => {
  for (const name of ['platform.db', `${'name'.repeat(30)}.db`]) {
    const store = join(folder.path, 'long'.repeat(40), name)
    mkdirSync(dirname(store), { recursive: true })
    expect(dirname(controlSocketPath(`sqlite:${store}`)!)).toBe(dirname(store))
    expect(await exitCodeOf(store, store)).toBe(0)
  }
})

test("a separator of lines in somebody's text doesn't end a message between a command and its server", async () => {
  const store = join(folder.path, 'texts.db')
  writeFileSync(store, '')
  const author = await platform.createUser()
  const body = 'one\u2028two\u2029three'
  await platform.createComment({ asset: await platform.createAsset(), author, body })
  const server = await openControlSocket(() => platform.services, controlSocketPath(`sqlite:${store}`)!)
  let output = ''
  const out = (text: string) => {
    output += text
  }
  const terminal = { out, err: out, draw: () => {}, columns: null, interrupted: false }
  const perform = (name: 'users export' | 'users ban', options: object) =>
    performInServer({ docstoreUrl: `sqlite:${store}` }, name, options, terminal)
  expect(await perform('users export', { user: author.user.id })).toBe(0)
  expect(output).toContain(body)
  expect(await perform('users ban', { user: author.user.id, message: body })).toBe(0)
  server.close()
})
