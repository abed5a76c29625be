import { checkManifest, fitOfContract, type Manifest, nearestName } from '@platform/plugin-sdk'
import { keysOf, unknownPaths } from './config-keys.ts'
import { isSameName, shortName } from './names.ts'
import type { Problem } from './problem.ts'

/** The problems of a manifest, and the part of it that is right. */
export interface CheckedManifest {
  /** `null` when no part of it can be used. */
  readonly manifest: Manifest | null
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

/** Checks a manifest by its own rules, the schema of the configuration and this server's contract. */
export function checkPluginManifest(manifest: Manifest, about: { name: string; origin: string }): CheckedManifest {
  const { name } = about
  const found = [...checkManifest(manifest), ...unknownSecrets(manifest)]
  if (found.length > 0)
    return {
      manifest: soundPart(
        manifest,
        found.map(({ key }) => key.replace(/\..*/, '')),
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
        `${name}: its definePlugin calls it ${manifest.name}; others find it by either name, ` +
          `and its settings and variables go by ${name}`,
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

/** The keys about other plugins, as far as they are right; `null` when the plugin can't be identified. */
function soundPart(manifest: Manifest, wrong: readonly string[]): Manifest | null {
  if (wrong.some(key => ['manifest', 'contract', 'name', 'sdk'].includes(key))) return null
  const { name, sdk, contract } = manifest
  const kept = (['requires', 'optional', 'order', 'secrets'] as const).filter(
    key => !wrong.includes(key) && manifest[key] !== undefined,
  )
  return { name, sdk, contract, ...Object.fromEntries(kept.map(key => [key, manifest[key]])) } as Manifest
}

/** Whether a name means the plugin; the scope may be missing. */
function isCalled(written: string, name: string): boolean {
  const bare = (full: string) => shortName(full).replace(/^@[^/]+\//, '')
  return isSameName(written, name) || bare(written) === bare(name)
}

/** Paths in `secrets` that are no keys of the configuration. With a misspelt path, the secret would be shown. */
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
