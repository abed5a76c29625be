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
  const releases = await releasesOf(root, name, '>=0')
  if (!releases)
    throw new PluginCommandError(
      'PLUGIN_NOT_FOUND',
      `The registry has no package ${name}, or did not answer. Name a folder under plugins/, or give a range: ` +
        `platform plugins add "${name}@^1.0"`,
    )
  const sdk = sdkVersion()
  const newest = releases.find(release => fits(release, sdk))
  if (newest === undefined)
    throw new PluginCommandError(
      'PLUGIN_SDK_MISMATCH',
      `No release of ${name} fits this server, which has @platform/plugin-sdk ${sdk}. Update the server, or give a ` +
        `range: platform plugins add "${name}@^1.0"`,
    )
  return { version: newest.version, sections: sectionsFor(newest.peerDependencies) }
}

/**
 * The parts that a package has in a range of versions, by its newest release that fits this server, else by its newest
 * one; `null` when the registry has none, or does not answer.
 */
export async function sectionsInRange(root: string, name: string, range: string): Promise<readonly Section[] | null> {
  const releases = (await releasesOf(root, name, range)) ?? []
  const sdk = sdkVersion()
  const release = releases.find(each => fits(each, sdk)) ?? releases[0]
  return release ? sectionsFor(release.peerDependencies) : null
}

/** The version of a package's newest release; `null` when the registry has none, or does not answer. */
export const newestRelease = async (root: string, name: string): Promise<string | null> =>
  (await releasesOf(root, name, '>=0'))?.[0]?.version ?? null

type Release = z.output<typeof release>

/** The releases of a package in a range, the newest first; `null` when the registry has none, or does not answer. */
async function releasesOf(root: string, name: string, range: string): Promise<readonly Release[] | null> {
  const fields = ['version', 'peerDependencies']
  const command = ['npm', 'view', '--json', '--loglevel=error', `${name}@${range}`, ...fields]
  const { exitCode, output } = await run(root, command)
  const releases = exitCode === 0 ? parse(output) : null
  return releases?.toSorted((a, b) => rcompare(a.version, b.version)) ?? null
}

function sdkVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@platform/plugin-sdk/package.json')
  return z.object({ version: z.string() }).parse(manifest).version
}

const fits = ({ peerDependencies: { '@platform/plugin-sdk': range = '*' } }: Release, sdk: string) =>
  satisfies(sdk, range)

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
