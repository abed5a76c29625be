/**
 * Makes the fixture of `opens.test.ts` anew: a database as this version writes it. That is only right when something is
 * added that is stored; the fixture of before still has to open then, so keep it beside the new one.
 *
 *     pnpm build && pnpm exec node apps/server/test/stored/make-fixture.ts
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestPlatform } from '@platform/plugin-testing'
import { type Mailbox, startMailbox } from '../mail/smtp-server.ts'
import { ask, text } from './ask.ts'
import { dumpDatabase, restoreDatabase } from './dump.ts'
import { fillDirectory } from './fill-directory.ts'
import { signIn } from './requests.ts'
import { type Known, listPlugins, platform, SITE, siteVariables, storedPlugins } from './site.ts'

const FIXTURE = fileURLToPath(new URL('fixture/', import.meta.url))
/** What the command line printed; a command that fails ends all of this. */
async function command(directory: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await platform(directory, args)
  if (code !== 0) throw new Error(`platform ${args.join(' ')} ended with ${code}: ${out}${err}`)
  return out.trim()
}

/** What an operator does in a shell before there is a server. @returns a personal token. */
async function setUp(directory: string): Promise<string> {
  const person = (name: string) => ['--email', `${name}@test.example`, '--username', name, '--password', SITE.password]
  await command(
    directory,
    'setup',
    ...person('ada'),
    '--organization',
    'The Stored Herald',
    '--contact-email',
    'desk@test.example',
    '--domains',
    'localhost,127.0.0.1,news.example',
  )
  await command(directory, 'users', 'create', ...person('mona'), '--roles', 'MODERATOR')
  await command(directory, 'users', 'create', ...person('stan'))
  await command(directory, 'users', 'set-role', 'stan', 'STAFF')
  await command(directory, 'import', 'threads', join(FIXTURE, 'threads.ndjson'))
  return command(directory, 'tokens', 'create', 'ada', 'a program of Ada')
}

/** Has mails wait, and others be under way, while the database is read: as after a power failure. */
async function dumpInTheMidst(directory: string, { known, ends }: { known: Known; ends: Date }): Promise<string> {
  let connected = 0
  const mailbox: Mailbox = await startMailbox({
    onData: () => {
      connected++
    },
  })
  const site = await createTestPlatform({
    directory,
    plugins: await storedPlugins(),
    now: ends,
    env: { ...siteVariables(directory), ...mailbox.env },
  })
  const { as: ada } = await signIn(site, 'ada')
  for (const name of ['wanting', 'waiting', 'wishing']) {
    const { user } = await site.createUser({ username: name })
    await ask(ada, `banUser(input: { id: ${text(user.id)}, message: "Come back never" })`)
  }
  while (connected < 2)
    await new Promise(resolve => {
      setTimeout(resolve, 20)
    })
  // What follows of a role is begun a tenth of a second after it is stored: until then its job waits.
  await ask(ada, `setUserRole(id: ${text(known.users['refused']!)}, role: STAFF, password: "a long enough password")`)
  return dumpDatabase(join(directory, 'platform.db'))
}

const directory = await mkdtemp(join(tmpdir(), 'platform-stored-'))
try {
  await listPlugins(directory)
  const { known, ends } = await fillDirectory(directory, await setUp(directory))
  await command(directory, 'assets', 'merge', known.assets['merged']!, known.assets['main']!, '--yes')
  await command(directory, 'users', 'ban', 'cleo', '--message', 'By hand')
  const sql = await dumpInTheMidst(directory, { known, ends })
  const copy = join(directory, 'copy.db')
  restoreDatabase(copy, sql)
  if (dumpDatabase(copy) !== sql) throw new Error('the dump is not what it was made of')
  await writeFile(join(FIXTURE, 'database.sql'), sql)
  await writeFile(join(FIXTURE, 'known.json'), `${JSON.stringify({ ...known, ends }, null, 2)}\n`)
  process.stdout.write(`${Buffer.byteLength(sql)} bytes\n`)
} finally {
  await rm(directory, { recursive: true, force: true })
}
// What is still waiting for the mail server is not waited for.
process.exit(0)
