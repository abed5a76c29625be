import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PREFIX, shortName } from '@platform/plugin-host'
import { z } from 'zod'
import { PluginCommandError } from './command-error.ts'
import { answer } from './print.ts'
import { type JsonOption, requireName } from './project.ts'

/** The package that writes new plugins. It is imported only here, because a running server does not need it. */
const SCAFFOLDER: string = 'create-platform-plugin'
const scaffolder = z.object({
  createPlugin: z.custom<(draft: Parts & { directory: string; name: string }) => Promise<unknown>>(
    value => typeof value === 'function',
  ),
})

/** The parts that the new plugin has. */
interface Parts {
  readonly client: boolean
  readonly server: boolean
}

/** `platform plugins create <name>`: writes a new plugin into a folder of the project. */
export async function createPluginFolder(wanted: string, options: JsonOption & Parts): Promise<number> {
  const { client, server } = options
  const root = process.cwd()
  const name = PREFIX + shortName(requireName(wanted))
  const directory = join(root, 'plugins', name)
  if (wanted.startsWith('@'))
    throw new PluginCommandError(
      'PLUGIN_NAME_INVALID',
      'The folder of a plugin has no scope: give the name without it. Its package.json may add the scope later.',
    )
  const existing = [directory, join(root, 'plugins', wanted)].find(existsSync)
  if (existing)
    throw new PluginCommandError('PLUGIN_EXISTS', `${relative(root, existing)} exists already; choose another name.`)
  const { createPlugin } = scaffolder.parse(await load())
  if (!client && !server)
    throw new PluginCommandError('PARTS_MISSING', 'Give --no-client or --no-server: a plugin has at least one part.')
  await createPlugin({ directory, name, client, server })
  const next = [`platform plugins add ${name}${client && server ? ' --client' : ''}`, 'platform dev']
  return answer(options, {
    asJson: { name, directory: relative(root, directory), next },
    asText: () => `Wrote ${relative(root, directory)}.\n\nNext: ${next.join('\n      ')}`,
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
