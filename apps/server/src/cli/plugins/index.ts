import type { Command, CommanderError } from 'commander'
import { EXIT } from '../../runtime/failure.ts'
import { answerFailure, reserveOutput } from './print.ts'
import type { JsonOption } from './project.ts'
import type { ReconcileOptions } from './reconcile.ts'

/** Adds `platform plugins …`. None of it opens a store. */
export function addPluginCommands(program: Command, end: (code: Promise<number>) => void): void {
  const plugins = program.command('plugins').description('what extends the platform; plugins.json lists it')
  if (process.argv.includes('--json')) plugins.configureOutput({ outputError: () => {} }).exitOverride(endUsage)
  const command = (usage: string, description: string) =>
    plugins.command(usage).description(description).option('--json', 'for machines')
  const run = (options: JsonOption, work: () => Promise<number>) => end(answering(options, work))

  command('list', 'every plugin of the list, its version, and how it stands').action((options: JsonOption) =>
    run(options, async () => (await import('./list.ts')).listPlugins(options)),
  )
  command('inspect <name>', 'all that is known of one plugin').action((name: string, options: JsonOption) =>
    run(options, async () => (await import('./inspect.ts')).inspectPlugin(name, options)),
  )
  command('doctor', 'what is wrong, why, and what mends it; exit code 1 when anything is').action(
    (options: JsonOption) => run(options, async () => (await import('./doctor.ts')).diagnosePlugins(options)),
  )
  command('add <package>', 'put a plugin on the list: a folder under plugins/, or a package as name@range')
    .option('--client', 'list it for the browser too')
    .action((name: string, options: JsonOption & { client?: boolean }) =>
      run(options, async () => (await import('./add.ts')).addPlugin(name, options)),
    )
  command('remove <name>', 'take a plugin off the list').action((name: string, options: JsonOption) =>
    run(options, async () => (await import('./remove.ts')).removePlugin(name, options)),
  )
  command('reconcile', 'install what is listed and missing, or outside its range')
    .option('--dry-run', 'only say what would be done')
    .option('--frozen', 'fail when anything would have to change')
    .action((options: ReconcileOptions) =>
      run(options, async () => (await import('./reconcile.ts')).reconcilePlugins(options)),
    )
  command('create <name>', 'write a new plugin into plugins/').action((name: string, options: JsonOption) =>
    run(options, async () => (await import('./create.ts')).createPluginFolder(name, options)),
  )
}

/** For machines a failure is an answer too, and nothing else is on the output, whatever a plugin prints there while it is loaded. */
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

/** The same for what was typed wrongly. */
function endUsage({ code, message, exitCode }: CommanderError): never {
  if (exitCode !== 0)
    answerFailure({
      code: 'USAGE',
      message: message.replace(/^error: /, ''),
      exitCode: code === 'commander.help' ? EXIT.usage : exitCode,
    })
  process.exit(exitCode)
}
