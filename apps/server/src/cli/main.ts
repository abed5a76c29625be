import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { secretValues } from '@platform/config'
import { Command, CommanderError } from 'commander'
import { describeFailure, EXIT } from '../runtime/failure.ts'
import { guardOutput, keepSecret } from '../runtime/secrets.ts'
import { performConfirmed } from './confirm.ts'
import { addPluginCommands } from './plugins/index.ts'
import { printable } from './printable.ts'
import { addUserCommands } from './users.ts'

/** The command line `platform`. Each command loads what it needs, and nothing of the others. */
export async function main(argv: readonly string[]): Promise<void> {
  keepSecret(secretValues({ env: process.env, cwd: process.cwd() }))
  guardOutput()
  const program = new Command('platform')
    .description('The comment platform')
    .version(serverVersion(), '--version', 'show the version')
    .exitOverride()
    .configureOutput({
      writeErr: text => {
        process.stderr.write(printable(text))
      },
    })
  const end = (code: Promise<number> | number) => Promise.resolve(code).then(finish)

  program
    .command('serve')
    .description('run the server')
    .action(async () => (await import('./serve.ts')).serve())
  program
    .command('config')
    .description('show the configuration in force, where each value came from, and hide secrets')
    .option('--json', 'for machines')
    .option('--reference', 'print the reference page instead')
    .action((options: { json?: boolean; reference?: boolean }) =>
      end(import('./config.ts').then(({ printConfig }) => printConfig(options))),
    )

  addUserCommands(program, end)
  program
    .command('import')
    .description('discussions from elsewhere')
    .command('threads <file>')
    .description('load newline-delimited JSON, one comment a line; repeating it changes nothing')
    .option('--json', 'print the summary for machines')
    .action((file: string, options: object) =>
      end(import('./import-threads.ts').then(({ importThreadsFile }) => importThreadsFile(resolve(file), options))),
    )

  const assets = program.command('assets').description('discussions')
  assets
    .command('merge <from> <into>')
    .description('move the comments of one discussion into another, and remove the first; there is no way back')
    .option('--yes', 'without being asked')
    .option('--json', 'for machines')
    .action((from: string, into: string, options: object) =>
      end(performConfirmed('assets merge', { ...options, from, into })),
    )
  assets
    .command('update-url <id> <url>')
    .description('say where the page of a discussion is now')
    .option('--json', 'for machines')
    .action((id: string, url: string, options: object) =>
      end(import('./with-platform.ts').then(({ perform }) => perform('assets update-url', { ...options, id, url }))),
    )

  const jobs = program.command('jobs').description('work that is waiting, running, or could not be done')
  jobs
    .command('list')
    .description('the last 100 that changed, without what they hold')
    .option('--state <state>', 'waiting, running or dead')
    .option('--json', 'for machines')
    .action((options: object) => end(import('./with-platform.ts').then(({ perform }) => perform('jobs list', options))))
  jobs
    .command('retry')
    .description('try dead jobs again')
    .argument('[ids...]', 'default: all')
    .action((ids: string[]) => end(import('./with-platform.ts').then(({ perform }) => perform('jobs retry', { ids }))))

  program
    .command('indexes')
    .description('bring the indexes of the store to what is declared')
    .option('--dry-run', 'only say what would change')
    .option('--json', 'for machines')
    .action((options: object) => end(import('./indexes.ts').then(({ printIndexes }) => printIndexes(options))))

  program
    .command('verify-counts')
    .description('count comments, replies and actions anew, and name every counter that is wrong')
    .option('--fix', 'put them right')
    .option('--json', 'for machines')
    .action((options: object) =>
      end(import('./with-platform.ts').then(({ perform }) => perform('verify-counts', options))),
    )

  addPluginCommands(program, end)

  await program.parseAsync(argv).catch(fail)
}

/** Ends once all is written: what a plugin began while it was loaded, a timer or a connection, would keep the process. */
async function finish(exitCode: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>(done => {
      stream.write('', () => {
        done()
      })
    })
  process.exit(exitCode)
}

function serverVersion(): string {
  return (createRequire(import.meta.url)('@platform/server/package.json') as { version: string }).version
}

/** Says in one line why nothing runs, and ends. */
function fail(error: unknown): never {
  // The library has said what is wrong; asking for help is not.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage)
  const { message, exitCode } = describeFailure(error)
  process.stderr.write(printable(`${message}\n`))
  process.exit(exitCode)
}
