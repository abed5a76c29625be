import { createRequire } from 'node:module'
import { rcompare, satisfies } from 'semver'
import { z } from 'zod'
import { PluginCommandError } from './command-error.ts'
import type { Section } from './list-edit.ts'
import { run } from './package-manager.ts'

const release = z.object({ version: z.string(), peerDependencies: z.record(z.string(), z.string()).default({}) })
const answer = z.union([release.transform(one => [one]), z.array(release)])

/** A release of a plugin, as the registry describes it. */
export interface CompatibleRelease {
  readonly version: string
  /** The parts that it has, by the SDKs that it names. */
  readonly sections: readonly Section[]
}

/**
 * A package's newest release that fits the SDK of this server.
 *
 * @throws PluginCommandError when no release fits, or the registry does not answer.
 */
export async function newestCompatible(root: string, name: string): Promise<CompatibleRelease> {
  // With the range * npm would list only the newest release.
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
      `The registry has no package ${name}, or did not answer. Name a folder under plugins/, or give a range: ` +
        `platform plugins add "${name}@^1.0"`,
    )
  const manifest: unknown = createRequire(import.meta.url)('@platform/plugin-sdk/package.json')
  const { version: sdk } = z.object({ version: z.string() }).parse(manifest)
  const compatible = releases
    .filter(({ peerDependencies: { '@platform/plugin-sdk': range = '*' } }) => satisfies(sdk, range))
    .sort((a, b) => rcompare(a.version, b.version))
  const [newest] = compatible
  if (newest === undefined)
    throw new PluginCommandError(
      'PLUGIN_SDK_MISMATCH',
      `No release of ${name} fits this server, which has @platform/plugin-sdk ${sdk}. Update the server, or give a ` +
        `range: platform plugins add "${name}@^1.0"`,
    )
  return { version: newest.version, sections: sectionsFor(newest.peerDependencies) }
}

/** A part for browsers is written with one SDK, and a part for the server with another one, or with none. */
function sectionsFor(peers: Readonly<Record<string, string>>): readonly Section[] {
  const client = '@platform/client-sdk' in peers
  const server = '@platform/plugin-sdk' in peers || !client
  return [...(server ? (['server'] as const) : []), ...(client ? (['client'] as const) : [])]
}

function parse(output: string): z.output<typeof answer> | null {
  try {
    return answer.parse(JSON.parse(output.slice(output.search(/[[{]/))))
  } catch {
    return null
  }
}
