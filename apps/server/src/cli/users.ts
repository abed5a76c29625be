import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { EXIT } from '../runtime/failure.ts'
import { performConfirmed } from './confirm.ts'
import type { OperationName } from './operations/index.ts'

type End = (code: Promise<number>) => Promise<void>

interface Password {
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** `platform setup`, `platform users …` and `platform tokens …`. */
export function addUserCommands(program: Command, end: End): void {
  const run = (name: OperationName, options: object) => end(perform(name, options))
  const withPassword = (command: Command) =>
    command
      .option('--password <password>')
      .option('--password-stdin', 'read it from standard input, where no list of processes shows it')

  withPassword(
    program
      .command('setup')
      .description('make the first administrator and the first settings, once')
      .requiredOption('--email <address>')
      .requiredOption('--username <name>'),
  )
    .option('--organization <name>')
    .option('--contact-email <address>')
    .option('--domains <list>', 'where discussions may be opened; separated by commas')
    .option('--json', 'for machines')
    .action((options: Password) => end(withSecret('setup', options)))

  const users = program.command('users').description('people')
  withPassword(
    users
      .command('create')
      .description('make a confirmed account that signs in with e-mail and password')
      .requiredOption('--email <address>')
      .requiredOption('--username <name>'),
  )
    .option('--roles <list>', 'ADMIN, MODERATOR, STAFF; separated by commas')
    .option('--json', 'for machines')
    .action((options: Password) => end(withSecret('users create', options)))
  users
    .command('list')
    .description('the newest first')
    .option('--search <text>', 'how a username or an e-mail address begins')
    .option('--role <role>')
    .option('--banned', 'only those who are')
    .option('--limit <number>', 'at most 100')
    .option('--after <cursor>', 'the next page')
    .option('--json', 'for machines')
    .action((options: object) => run('users list', options))
  users
    .command('set-role <user> <role>')
    .description('ADMIN, MODERATOR, STAFF or COMMENTER; <user> is an id, e-mail address or username')
    .option('--json', 'for machines')
    .action((user: string, role: string, options: object) => run('users set-role', { ...options, user, role }))
  users
    .command('ban <user>')
    .description('keep somebody from taking part')
    .option('--message <text>', 'what they are told')
    .option('--lift', 'end a ban')
    .option('--json', 'for machines')
    .action((user: string, options: object) => run('users ban', { ...options, user }))
  users
    .command('verify <user>')
    .description('count the e-mail address as confirmed')
    .option('--json', 'for machines')
    .action((user: string, options: object) => run('users verify', { ...options, user }))
  users
    .command('export <user>')
    .description('print all that is stored about a user, one record a line as JSON, without secrets')
    .option('--output <file>', 'write it to a new file that only you can read')
    .option('--json', 'for machines: with --output, the summary too')
    .action((user: string, options: object) =>
      end(import('./export-user.ts').then(({ exportUserData }) => exportUserData(user, options))),
    )
  users
    .command('delete <user>')
    .description('remove an account and what it wrote; there is no way back')
    .option('--yes', 'without being asked')
    .option('--json', 'for machines')
    .action((user: string, options: object) => end(performConfirmed('users delete', { ...options, user })))

  const tokens = program.command('tokens').description('personal access tokens, by which programs act as somebody')
  tokens
    .command('create <user> <name>')
    .description('print a new one, without an end; nobody is shown it again')
    .option('--json', 'for machines')
    .action((user: string, name: string, options: object) => run('tokens create', { ...options, user, name }))
  tokens
    .command('list <user>')
    .description('those somebody has, and had')
    .option('--json', 'for machines')
    .action((user: string, options: object) => run('tokens list', { ...options, user }))
  tokens
    .command('revoke <user> <id>')
    .description('refuse one from now on')
    .option('--json', 'for machines')
    .action((user: string, id: string, options: object) => run('tokens revoke', { ...options, user, id }))
}

async function perform(name: OperationName, options: object): Promise<number> {
  return (await import('./with-platform.ts')).perform(name, options)
}

async function withSecret(name: OperationName, { passwordStdin, ...options }: Password): Promise<number> {
  const password = passwordStdin ? await firstLine() : options.password
  if (password !== undefined) return perform(name, { ...options, password })
  process.stderr.write('Give --password, or --password-stdin and the password on standard input\n')
  return EXIT.usage
}

async function firstLine(): Promise<string | undefined> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return undefined
}
