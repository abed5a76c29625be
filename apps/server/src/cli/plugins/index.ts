import type { Command, CommanderError } from 'commander'
import { EXIT } from '../../runtime/failure.ts'
import { type End, JSON_OPTION } from '../command.ts'
import { answerFailure, reserveOutput } from './print.ts'
import type { JsonOption } from './project.ts'
import type { ReconcileOptions } from './reconcile.ts'

/** Adds the commands `platform plugins …`. None of these commands opens a store. */
export function addPluginCommands(program: Command, end: End): void {
  const plugins = program.command('plugins').description('show and change the plugins that plugins.json lists')
  if (process.argv.includes('--json')) plugins.configureOutput({ outputError: () => {} }).exitOverride(endUsage)
  const command = (usage: string, description: string) =>
    plugins
      .command(usage)
      .description(description)
      .option(...JSON_OPTION)
  const run = (options: JsonOption, work: () => Promise<number>) => end(answering(options, work))

  command('list', 'list every plugin with its version and state').action((options: JsonOption) =>
    run(options, async () => (await import('./list.ts')).listPlugins(options)),
  )
  command('inspect <name>', 'print everything that is known about one plugin').action(
    (name: string, options: JsonOption) =>
      run(options, async () => (await import('./inspect.ts')).inspectPlugin(name, options)),
  )
  command(
    'doctor',
    'print every problem with its cause and its fix; the exit code is 1 when there is a problem',
  ).action((options: JsonOption) => run(options, async () => (await import('./doctor.ts')).diagnosePlugins(options)))
  command('add <package>', 'add a plugin to plugins.json: a folder under plugins/, or a package as name@range')
    .option('--client', 'list the plugin under client too, for its part in the browser')
    .action((name: string, options: JsonOption & { client?: boolean }) =>
      run(options, async () => (await import('./add.ts')).addPlugin(name, options)),
    )
  command('remove <name>', 'remove a plugin from plugins.json').action((name: string, options: JsonOption) =>
    run(options, async () => (await import('./remove.ts')).removePlugin(name, options)),
  )
  command('reconcile', 'install listed plugins that are missing or outside their range')
    .option('--dry-run', 'only print what would be installed')
    .option('--frozen', 'fail when a plugin would have to be installed, or client parts to be built again')
    .action((options: ReconcileOptions) =>
      run(options, async () => (await import('./reconcile.ts')).reconcilePlugins(options)),
    )
  command('create <name>', 'write a new plugin into a folder under plugins/')
    .option('--no-client', 'write no part for the browser')
    .option('--no-server', 'write no part for the server')
    .action((name: string, options: JsonOption & { client: boolean; server: boolean }) =>
      run(options, async () => (await import('./create.ts')).createPluginFolder(name, options)),
    )
}

/** With `--json` a failure is printed as JSON too, and what plugins print while they load goes to standard error. */
async function answering({ json }: JsonOption, work: () => Promise<number>): Promise<number> {
  if (!json) return work()
  const release = reserveOutput()
  try {
    return await work()
  } catch (error) {
    return answerFailure(error)
  } finally {
    release()
  }
}

/** Prints a wrong option or argument as JSON too. */
function endUsage({ code, message, exitCode }: CommanderError): never {
  if (exitCode !== 0)
    answerFailure({
      code: 'USAGE',
      message: message.replace(/^error: /, ''),
      exitCode: code === 'commander.help' ? EXIT.usage : exitCode,
    })
  process.exit(exitCode)
}
