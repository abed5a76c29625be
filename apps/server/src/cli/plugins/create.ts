import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PREFIX, shortName } from '@platform/plugin-host'
import { z } from 'zod'
import { PluginCommandError } from './command-error.ts'
import { answer } from './print.ts'
import { type JsonOption, requireName } from './project.ts'

/** The package that writes plugins. It is asked for only here: a server that runs needs none of it. */
const SCAFFOLDER: string = 'create-platform-plugin'
const scaffolder = z.object({
  createPlugin: z.custom<(options: { directory: string; name: string }) => Promise<unknown>>(
    value => typeof value === 'function',
  ),
})

/** `platform plugins create <name>`: a new plugin in a folder of the project. */
export async function createPluginFolder(wanted: string, options: JsonOption): Promise<number> {
  const root = process.cwd()
  const name = PREFIX + shortName(requireName(wanted))
  const directory = join(root, 'plugins', name)
  if (wanted.startsWith('@'))
    throw new PluginCommandError(
      'PLUGIN_NAME_INVALID',
      'A folder of the project has no scope. Leave it out; package.json can name it later.',
    )
  const taken = [directory, join(root, 'plugins', wanted)].find(existsSync)
  if (taken) throw new PluginCommandError('PLUGIN_EXISTS', `There is a plugin in ${relative(root, taken)} already.`)
  const { createPlugin } = scaffolder.parse(await load())
  await createPlugin({ directory, name })
  const next = [`platform plugins add ${name}`, 'platform serve']
  return answer(options, {
    machine: { name, directory: relative(root, directory), next },
    human: () => `${relative(root, directory)} is written.\n\nNext: ${next.join('\n      ')}`,
  })
}

async function load(): Promise<unknown> {
  try {
    return await import(SCAFFOLDER)
  } catch (error) {
    throw new PluginCommandError(
      'SCAFFOLDER_MISSING',
      `${SCAFFOLDER} is not installed. Install it, or run \`npx ${SCAFFOLDER}\` in the folder plugins.`,
      { cause: error },
    )
  }
}
