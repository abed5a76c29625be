import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { EXIT } from '../runtime/failure.ts'
import { SERVER_VERSION } from '../runtime/version.ts'
import { type End, JSON_OPTION, perform } from './command.ts'
import { performConfirmed } from './confirm.ts'
import type { DevOptions } from './dev/dev.ts'
import { fail, failAsServer } from './fail.ts'
import { addPluginCommands } from './plugins/index.ts'
import { printable } from './printable.ts'
import { unwritable } from './unwritable.ts'
import { addUserCommands } from './users.ts'

/** Runs a command, and ends the process with its exit code. Each command loads only the modules that it needs. */
export async function runCommand(argv: readonly string[]): Promise<void> {
  // A process may run several commands.
  process.stdout.off('error', endWithReader).on('error', endWithReader)
  await createProgram(code => Promise.resolve(code).then(finish))
    .parseAsync(argv)
    .catch((error: unknown) => {
      // The library has printed its message already. Its error also ends `--help`, which is no failure.
      if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage)
      fail(error)
    })
}

/** A program that reads the output, such as `head`, may have enough of it. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  fail(unwritable('The output', error))
}

/** Makes the command line with all of its commands. */
export function createProgram(end: End): Command {
  const program = new Command('platform')
    .description('Run and administer a comment platform')
    .version(SERVER_VERSION, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeErr: text => {
        process.stderr.write(printable(text))
      },
    })
  addServerCommands(program, end)
  addUserCommands(program, end)
  addDiscussionCommands(program, end)
  addBackupCommands(program, end)
  addStoreCommands(program, end)
  addPluginCommands(program, end)
  return program
}

function addServerCommands(program: Command, end: End): void {
  program
    .command('serve')
    .description('run the server')
    .action(async () => (await import('./serve.ts')).serve().catch(failAsServer))
  program
    .command('dev')
    .description('run the server, and reload a plugin when one of its files is saved')
    .option('--port <port>', 'the port to listen on, in place of PORT')
    .option('--json', 'print each event as one line of JSON')
    .action(async (options: DevOptions) => (await import('./dev/dev.ts')).develop(options).catch(fail))
  program
    .command('build')
    .description('build the client parts that plugins.json lists, for browsers; a server in production builds nothing')
    .option(...JSON_OPTION)
    .action((options: { json?: boolean }) => end(import('./build.ts').then(({ build }) => build(options))))
  program
    .command('config')
    .description('print every configuration variable, its value and where the value comes from; secrets are hidden')
    .option(...JSON_OPTION)
    .option('--reference', 'print the reference page of all variables instead')
    .action((options: { json?: boolean; reference?: boolean }) =>
      end(import('./config.ts').then(({ printConfig }) => printConfig(options))),
    )
  program
    .command('translations')
    .description('show the texts of the stream and the pages')
    .command('missing <language>')
    .description('list the texts that a language lacks, with the English ones, and the file to add them to')
    .option(...JSON_OPTION)
    .action((language: string, options: { json?: boolean }) =>
      end(import('./translations.ts').then(({ printMissingTexts }) => printMissingTexts(language, options))),
    )
}

/** A comment as `import threads` reads it. The first comment of a discussion has the `parent_id` null. */
const EXAMPLE_LINE = JSON.stringify({
  id: 'c2',
  parent_id: 'c1',
  asset: { url: 'https://example.org/article', title: 'The article' },
  author: { id: 'u1', username: 'ada' },
  body: 'Well said.',
  created_at: '2026-01-31T12:00:00Z',
})

function addDiscussionCommands(program: Command, end: End): void {
  program
    .command('import')
    .description('import discussions from another system')
    .command('threads <file>')
    .description('import newline-delimited JSON, one comment per line; to import a file again changes nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', `\nA line of the file:\n  ${EXAMPLE_LINE}`)
    .action((file: string, options: { json?: boolean }) => end(importThreads(resolve(file), options)))

  const assets = program.command('assets').description('change discussions')
  assets
    .command('merge <from> <into>')
    .description("move all comments of one discussion into another and delete the first; this can't be undone")
    .option('--yes', 'do not ask for confirmation')
    .option(...JSON_OPTION)
    .action((from: string, into: string, options: object) =>
      end(performConfirmed('assets merge', { ...options, from, into })),
    )
  assets
    .command('update-url <id> <url>')
    .description('change the address of the page that a discussion belongs to')
    .option(...JSON_OPTION)
    .action((id: string, url: string, options: object) => end(perform('assets update-url', { ...options, id, url })))
}

/** The file is opened first: a thread reads its first lines while this process loads everything else. */
async function importThreads(path: string, { json = false }: { readonly json?: boolean }): Promise<number> {
  const { openThreads, PACE } = await import('../features/comments/threads-import/read-threads.ts')
  const file = await openThreads(path, PACE.alone)
  const { importIntoStores } = await import('./import-into-stores.ts')
  return importIntoStores({ path, file, json })
}

function addBackupCommands(program: Command, end: End): void {
  program
    .command('backup <file>')
    .description('write one state of the embedded store into a new file, also while the server runs')
    .option(...JSON_OPTION)
    .action((file: string, options: { json?: boolean }) =>
      end(import('./backup.ts').then(({ backUp }) => backUp(file, options))),
    )
  program
    .command('restore <file>')
    .description('put a backup in the place of the embedded store, while no server runs; the former store is kept')
    .option(...JSON_OPTION)
    .action((file: string, options: { json?: boolean }) =>
      end(import('./backup.ts').then(({ restore }) => restore(file, options))),
    )
}

function addStoreCommands(program: Command, end: End): void {
  const jobs = program.command('jobs').description('show jobs, and run dead ones again')
  jobs
    .command('list')
    .description('list the 100 jobs that changed last, without their contents')
    .option('--state <state>', 'only jobs in this state: waiting, running or dead')
    .option(...JSON_OPTION)
    .action((options: object) => end(perform('jobs list', options)))
  jobs
    .command('retry')
    .description('run dead jobs again')
    .argument('[ids...]', 'ids of the jobs; all dead jobs without any')
    .action((ids: string[]) => end(perform('jobs retry', { ids })))

  program
    .command('indexes')
    .description('make the indexes of the document store those that the features and plugins declare')
    .option('--dry-run', 'only print what would change')
    .option(...JSON_OPTION)
    .action((options: object) => end(import('./on-store.ts').then(({ printIndexes }) => printIndexes(options))))

  program
    .command('migrate')
    .description('change what is stored to the form that this version and its plugins need; only one process does it')
    .option('--status', 'only list what is made and what is to come; exit code 1 when something is to come')
    .option(...JSON_OPTION)
    .action((options: object) => end(import('./on-store.ts').then(({ migrate }) => migrate(options))))

  program
    .command('verify-counts')
    .description('recount comments, replies and actions, and list every stored count that is wrong')
    .option('--fix', 'correct the counts that are wrong')
    .option(...JSON_OPTION)
    .action((options: object) => end(perform('verify-counts', options)))

  program
    .command('statistics')
    .description('the numbers of the dashboard')
    .command('recount')
    .description('count the comments of every day anew, for example after an update from a server without statistics')
    .option(...JSON_OPTION)
    .action((options: object) => end(perform('statistics recount', options)))
}

/** Ends the process once all output is written: a timer or a connection that a plugin opened would keep it running. */
async function finish(exitCode: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>(done => {
      stream.write('', () => {
        done()
      })
    })
  process.exit(exitCode)
}
