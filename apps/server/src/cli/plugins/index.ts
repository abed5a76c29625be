import type { Command } from 'commander'
import type { JsonOption } from './project.ts'
import type { ReconcileOptions } from './reconcile.ts'

/** Adds `platform plugins …`. None of it opens a store. */
export function addPluginCommands(program: Command, end: (code: Promise<number>) => void): void {
  const plugins = program.command('plugins').description('what extends the platform; plugins.json lists it')
  const command = (usage: string, description: string) => plugins.command(usage).description(description).option('--json', 'for machines')

  command('list', 'every plugin of the list, its version, and how it stands').action((options: JsonOption) => end(import('./list.ts').then(({ listPlugins }) => listPlugins(options))))
  command('inspect <name>', 'all that is known of one plugin').action((name: string, options: JsonOption) => end(import('./inspect.ts').then(({ inspectPlugin }) => inspectPlugin(name, options))))
  command('doctor', 'what is wrong, why, and what mends it; exit code 1 when anything is').action((options: JsonOption) => end(import('./doctor.ts').then(({ diagnosePlugins }) => diagnosePlugins(options))))
  command('add <package>', 'put a plugin on the list: a folder under plugins/, or a package as name@range')
    .option('--client', 'list it for the browser too').action((name: string, options: JsonOption & { client?: boolean }) => end(import('./add.ts').then(({ addPlugin }) => addPlugin(name, options))))
  command('remove <name>', 'take a plugin off the list').action((name: string, options: JsonOption) => end(import('./remove.ts').then(({ removePlugin }) => removePlugin(name, options))))
  command('reconcile', 'install what is listed and missing, or outside its range')
    .option('--dry-run', 'only say what would be done').option('--frozen', 'fail when anything would have to change').action((options: ReconcileOptions) => end(import('./reconcile.ts').then(({ reconcilePlugins }) => reconcilePlugins(options))))
  command('create <name>', 'write a new plugin into plugins/').action((name: string, options: JsonOption) => end(import('./create.ts').then(({ createPluginFolder }) => createPluginFolder(name, options))))
}
