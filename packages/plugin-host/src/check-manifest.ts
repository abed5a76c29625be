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
  const found = [...checkManifest(manifest), ...unknownKeys(manifest, 'secrets'), ...unknownKeys(manifest, 'public')]
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
  const kept = (['requires', 'optional', 'order', 'secrets', 'public'] as const).filter(
    key => !wrong.includes(key) && manifest[key] !== undefined,
  )
  return { name, sdk, contract, ...Object.fromEntries(kept.map(key => [key, manifest[key]])) } as Manifest
}

/** Whether a name means the plugin; the scope may be missing. */
function isCalled(written: string, name: string): boolean {
  const bare = (full: string) => shortName(full).replace(/^@[^/]+\//, '')
  return isSameName(written, name) || bare(written) === bare(name)
}

interface Finding {
  readonly code: string
  readonly key: string
  readonly message: string
  readonly fix: string
}

/** What `secrets` or `public` names, and the configuration does not have. A misspelt secret would be shown. */
function unknownKeys(manifest: Manifest, of: 'secrets' | 'public'): readonly Finding[] {
  const { config, [of]: named } = manifest
  if (!Array.isArray(named)) return []
  const keys = (keysOf(config) ?? []).map(({ key }) => key)
  return unknownPaths(
    config,
    named.filter(path => typeof path === 'string'),
  ).map(path => {
    const near = nearestName(path, keys)
    return {
      code: 'PLUGIN_MANIFEST_INVALID',
      key: of,
      message: `has ${JSON.stringify(path)}, which is no key of config`,
      fix: near ? `did you mean ${near}?` : `the keys are ${keys.join(', ') || 'none'}`,
    }
  })
}
