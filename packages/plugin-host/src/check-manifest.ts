import { checkManifest, fitOfContract, type Manifest, nearestName } from '@platform/plugin-sdk'
import { keysOf, unknownPaths } from './config-keys.ts'
import { isSameName, shortName } from './names.ts'
import type { Problem } from './problem.ts'

/** What is wrong with a manifest, and as much of it as can be relied on. */
export interface CheckedManifest {
  readonly manifest: Manifest | null
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

/** Holds a manifest against its own rules, the schema of the configuration and this server's contract. */
export function checkPluginManifest(manifest: Manifest, about: { name: string; origin: string }): CheckedManifest {
  const { name } = about
  const found = [...checkManifest(manifest), ...unknownSecrets(manifest)]
  if (found.length > 0)
    return {
      manifest: soundPart(
        manifest,
        found.map(({ key }) => key.split('.')[0]!),
      ),
      problems: found.map(({ code, key, message, fix }) => ({
        code,
        plugins: [about],
        at: key,
        message: `${name} ${key} ${message}`,
        fix,
      })),
      warnings: [],
    }
  const { fits, advice, reason, fix } = fitOfContract(manifest.sdk)
  const warnings = isCalled(manifest.name, name)
    ? []
    : [
        `${name}: its definePlugin calls it ${manifest.name}; others find it by either name, and its settings and variables go by ${name}`,
      ]
  if (fits)
    return { manifest, problems: [], warnings: [...warnings, ...(advice === null ? [] : [`${name}: ${advice}`])] }
  return {
    manifest: null,
    problems: [
      {
        code: 'PLUGIN_SDK_MISMATCH',
        plugins: [about],
        at: 'sdk',
        message: `${name}: ${reason}`,
        fix: fix ?? 'update the plugin',
      },
    ],
    warnings,
  }
}

/** The keys that say how a plugin goes with others, as far as they are right. */
function soundPart(manifest: Manifest, wrong: readonly string[]): Manifest | null {
  if (wrong.some(key => ['manifest', 'contract', 'name', 'sdk'].includes(key))) return null
  const { name, sdk, contract } = manifest
  const kept = (['requires', 'optional', 'order', 'secrets'] as const).filter(
    key => !wrong.includes(key) && manifest[key] !== undefined,
  )
  return { name, sdk, contract, ...Object.fromEntries(kept.map(key => [key, manifest[key]])) } as Manifest
}

/** A name without its scope is the same name. */
function isCalled(written: string, name: string): boolean {
  const bare = (full: string) => shortName(full).replace(/^@[^/]+\//, '')
  return isSameName(written, name) || bare(written) === bare(name)
}

/** Paths under `secrets` that are no keys of the configuration: a misspelt secret would be shown. */
function unknownSecrets({ config, secrets }: Manifest): { code: string; key: string; message: string; fix: string }[] {
  if (!Array.isArray(secrets)) return []
  const keys = (keysOf(config) ?? []).map(({ key }) => key)
  return unknownPaths(
    config,
    secrets.filter(path => typeof path === 'string'),
  ).map(path => {
    const near = nearestName(path, keys)
    return {
      code: 'PLUGIN_MANIFEST_INVALID',
      key: 'secrets',
      message: `has ${JSON.stringify(path)}, which is no key of config`,
      fix: near ? `did you mean ${near}?` : `the keys are ${keys.join(', ') || 'none'}`,
    }
  })
}
