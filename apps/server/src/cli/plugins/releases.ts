import { createRequire } from 'node:module'
import { rcompare, satisfies } from 'semver'
import { z } from 'zod'
import { PluginCommandError } from './command-error.ts'
import { run } from './package-manager.ts'

const release = z.object({ version: z.string(), peerDependencies: z.record(z.string(), z.string()).default({}) })
const answer = z.union([release.transform(one => [one]), z.array(release)])

/** The newest release of a package that is written for this server's SDK. @throws PluginCommandError when there is none, or no registry answers. */
export async function newestFitting(root: string, name: string): Promise<string> {
  // npm takes * for the newest alone.
  const { exitCode, output } = await run(root, [
    'npm',
    'view',
    '--json',
    '--loglevel=error',
    `${name}@>=0`,
    'version',
    'peerDependencies',
  ])
  const releases = exitCode === 0 ? parse(output) : null
  if (!releases)
    throw new PluginCommandError(
      'PLUGIN_NOT_FOUND',
      `The registry knows no package ${name}, or did not answer. Name a folder under plugins/, or give the range yourself: platform plugins add "${name}@^1.0"`,
    )
  const { version: sdk } = createRequire(import.meta.url)('@platform/plugin-sdk/package.json') as { version: string }
  const fitting = releases
    .filter(({ peerDependencies: { '@platform/plugin-sdk': range = '*' } }) => satisfies(sdk, range))
    .map(({ version }) => version)
    .sort(rcompare)
  if (fitting[0] === undefined)
    throw new PluginCommandError(
      'PLUGIN_SDK_MISMATCH',
      `No release of ${name} is written for this server (@platform/plugin-sdk ${sdk}). Update the server, or give a range yourself.`,
    )
  return fitting[0]
}

function parse(output: string): z.output<typeof answer> | null {
  try {
    return answer.parse(JSON.parse(output.slice(output.search(/[[{]/))))
  } catch {
    return null
  }
}
