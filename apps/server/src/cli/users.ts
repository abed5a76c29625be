import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { EXIT } from '../runtime/failure.ts'
import { type End, JSON_OPTION, perform } from './command.ts'
import { performConfirmed } from './confirm.ts'
import type { OperationName } from './operations/index.ts'

interface Password {
  readonly password?: string
  readonly passwordStdin?: boolean
}

/** Adds `platform setup`, `platform users …` and `platform tokens …`. */
export function addUserCommands(program: Command, end: End): void {
  const run = (name: OperationName, options: object) => end(perform(name, options))
  addSetupCommand(program, end)
  const users = program.command('users').description('create, list, change and delete accounts')
  addAccountCommands(users, end)
  users
    .command('set-role <user> <role>')
    .description(
      'give a user the role ADMIN, MODERATOR, STAFF or COMMENTER; <user> is an id, e-mail address or username',
    )
    .option(...JSON_OPTION)
    .action((user: string, role: string, options: object) => run('users set-role', { ...options, user, role }))
  users
    .command('ban <user>')
    .description('ban a user: their sessions end, and they can no longer write')
    .option('--message <text>', 'the text of the mail that tells the user')
    .option('--lift', 'lift the ban instead')
    .option(...JSON_OPTION)
    .action((user: string, options: object) => run('users ban', { ...options, user }))
  users
    .command('verify <user>')
    .description('confirm the e-mail address of a user, as if they had opened the link in the mail')
    .option(...JSON_OPTION)
    .action((user: string, options: object) => run('users verify', { ...options, user }))
  users
    .command('export <user>')
    .description('print all personal data of a user without secrets, one JSON record per line')
    .option('--output <file>', 'write the records to a new file that only you can read')
    .option('--json', 'with --output, print the summary as JSON too')
    .action((user: string, options: object) =>
      end(import('./export-user.ts').then(({ exportUserData }) => exportUserData(user, options))),
    )
  users
    .command('delete <user>')
    .description("delete an account and everything that its user wrote; this can't be undone")
    .option('--yes', 'do not ask for confirmation')
    .option(...JSON_OPTION)
    .action((user: string, options: object) => end(performConfirmed('users delete', { ...options, user })))
  addTokenCommands(program, run)
}

function withPassword(command: Command): Command {
  return command
    .option('--password <password>', 'the password; other users of this machine may see it in the list of processes')
    .option('--password-stdin', 'read the password from standard input, which no list of processes shows')
}

function addSetupCommand(program: Command, end: End): void {
  const setup = program
    .command('setup')
    .description('create the first administrator and save the first settings; a site is set up only once')
    .requiredOption('--email <address>', 'e-mail address of the administrator')
    .requiredOption('--username <name>', 'username of the administrator')
  withPassword(setup)
    .option('--organization <name>', 'name of the site, at the top of every page')
    .option('--contact-email <address>', 'address that users write to about their accounts')
    .option('--domains <list>', 'domains whose pages may open discussions, separated by commas')
    .option(...JSON_OPTION)
    .action((options: Password) => end(withSecret('setup', options)))
}

function addAccountCommands(users: Command, end: End): void {
  const create = users
    .command('create')
    .description('create an account with a confirmed e-mail address and a password')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .requiredOption('--username <name>', 'username of the user')
  withPassword(create)
    .option('--roles <list>', 'ADMIN, MODERATOR or STAFF, separated by commas')
    .option(...JSON_OPTION)
    .action((options: Password) => end(withSecret('users create', options)))
  users
    .command('list')
    .description('list accounts, the newest first')
    .option('--search <text>', 'only accounts whose username or e-mail address begins with this text')
    .option('--role <role>', 'only accounts with this role')
    .option('--banned', 'only accounts that are banned')
    .option('--limit <number>', 'how many accounts to list, at most 100')
    .option('--after <cursor>', 'continue behind this cursor, which the page before ends with')
    .option(...JSON_OPTION)
    .action((options: object) => end(perform('users list', options)))
}

function addTokenCommands(program: Command, run: (name: OperationName, options: object) => Promise<void>): void {
  const tokens = program.command('tokens').description('personal tokens, by which programs act as a user')
  tokens
    .command('create <user> <name>')
    .description('create a token that does not expire, and print it; it is shown only this once')
    .option(...JSON_OPTION)
    .action((user: string, name: string, options: object) => run('tokens create', { ...options, user, name }))
  tokens
    .command('list <user>')
    .description('list the tokens of a user, also those that are revoked')
    .option(...JSON_OPTION)
    .action((user: string, options: object) => run('tokens list', { ...options, user }))
  tokens
    .command('revoke <user> <id>')
    .description('revoke a token, which the server then refuses')
    .option(...JSON_OPTION)
    .action((user: string, id: string, options: object) => run('tokens revoke', { ...options, user, id }))
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
