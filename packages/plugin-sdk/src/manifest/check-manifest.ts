import { validRange } from 'semver'
import { CAPABILITIES } from './capabilities.ts'
import { CONTRACT, rangeProblem } from './contract.ts'
import { MANIFEST_KEYS } from './manifest.ts'
import { nearestName } from './nearest.ts'

/**
 * A problem of a manifest, and its fix.
 *
 * @example
 * const print = ({ key, message, fix }: ManifestProblem) => `${key} ${message}; ${fix}`
 */
export interface ManifestProblem {
  readonly code: 'PLUGIN_MANIFEST_INVALID' | 'PLUGIN_SDK_MISMATCH'
  /** The key of the manifest, such as `sdk` or `requires.notifier`. */
  readonly key: string
  /** The rest of a sentence that begins with the key: `is no range of versions`. */
  readonly message: string
  readonly fix: string
}

/** Names of npm packages and of folders. A name can't lead out of the folder of plugins. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const KEYS: readonly string[] = [...MANIFEST_KEYS, 'contract']
const SDK_FIX = `say which versions of the contract it is written for, like "^${CONTRACT.split('.', 2).join('.')}"`

/**
 * Checks a manifest by itself, and returns all of its problems; none for a valid manifest. Whether this server fits its
 * `sdk` range is checked by {@link fitOfContract}.
 *
 * @example
 * const [problem] = checkManifest({ name: 'likes', sdk: '*', contract: 1 })
 * console.log(problem?.key, problem?.message) // sdk is "*", which fits every contract ...
 */
export function checkManifest(manifest: unknown): ManifestProblem[] {
  if (!isMap(manifest))
    return [
      invalid(
        'manifest',
        `is ${describe(manifest)}, expected an object`,
        'make the plugin with definePlugin({ name, sdk, ... })',
      ),
    ]
  return [
    ...unknownKeys(manifest),
    ...checkContract(manifest['contract']),
    ...checkName(manifest['name']),
    ...checkSdk(manifest['sdk']),
    ...(['requires', 'optional'] as const).flatMap(key => checkRanges(key, manifest[key])),
    ...checkOrder(manifest['order']),
    ...checkCapabilities(manifest['capabilities']),
    ...checkConfig(manifest['config']),
    ...(['secrets', 'public'] as const).flatMap(key => checkKeys(key, manifest)),
    ...(['string', 'undefined'].includes(typeof manifest['version'])
      ? []
      : [
          invalid(
            'version',
            `is ${describe(manifest['version'])}, expected a text`,
            'write it like "1.0.0", or leave it to package.json',
          ),
        ]),
  ]
}

function unknownKeys(manifest: Record<string, unknown>): ManifestProblem[] {
  return Object.keys(manifest)
    .filter(key => !KEYS.includes(key))
    .map(key => {
      const near = nearestName(key, KEYS)
      return invalid(
        key,
        'is no key of a manifest',
        near ? `did you mean ${near}?` : `the keys are ${MANIFEST_KEYS.join(', ')}`,
      )
    })
}

function checkContract(contract: unknown): ManifestProblem[] {
  if (contract === 1) return []
  if (typeof contract === 'number' && contract > 1)
    return [
      {
        code: 'PLUGIN_SDK_MISMATCH',
        key: 'contract',
        message: `is ${contract}, and this server knows 1`,
        fix: 'update the server',
      },
    ]
  return [
    invalid(
      'contract',
      `is ${describe(contract)}, expected 1`,
      'make the plugin with definePlugin({ name, sdk, ... })',
    ),
  ]
}

function checkName(name: unknown): ManifestProblem[] {
  if (typeof name === 'string' && name.length <= 214 && NAME.test(name) && !name.includes('..')) return []
  return [invalid('name', `is ${describe(name)}`, 'use a package name: lower-case letters, digits, - . _ and no path')]
}

function checkSdk(sdk: unknown): ManifestProblem[] {
  if (typeof sdk !== 'string')
    return [invalid('sdk', sdk === undefined ? 'is missing' : `is ${describe(sdk)}, expected a text`, SDK_FIX)]
  const problem = rangeProblem(sdk)
  return problem === null ? [] : [invalid('sdk', `is ${describe(sdk)}, which ${problem}`, SDK_FIX)]
}

function checkRanges(key: 'requires' | 'optional', ranges: unknown): ManifestProblem[] {
  if (ranges === undefined) return []
  if (!isMap(ranges))
    return [invalid(key, `is ${describe(ranges)}, expected names and ranges`, `write ${key}: { notifier: '^2.0' }`)]
  return Object.entries(ranges).flatMap(([name, range]) => [
    ...checkName(name).map(problem => ({ ...problem, key: `${key}.${name}` })),
    ...(typeof range === 'string' && validRange(range) !== null
      ? []
      : [invalid(`${key}.${name}`, `is ${describe(range)}, which is no range of versions`, "write one like '^2.0'")]),
  ])
}

function checkOrder(order: unknown): ManifestProblem[] {
  if (order === undefined) return []
  if (!isMap(order))
    return [
      invalid('order', `is ${describe(order)}, expected { before, after }`, "write order: { after: ['other-plugin'] }"),
    ]
  const strange = Object.keys(order)
    .filter(key => key !== 'before' && key !== 'after')
    .map(key => invalid(`order.${key}`, 'is no key of order', 'the keys are before and after'))
  return [
    ...strange,
    ...checkTexts('order.before', order['before'], 'names of plugins'),
    ...checkTexts('order.after', order['after'], 'names of plugins'),
  ]
}

function checkCapabilities(capabilities: unknown): ManifestProblem[] {
  const known = Object.keys(CAPABILITIES)
  const wrong = checkTexts('capabilities', capabilities, 'capabilities')
  if (wrong.length > 0 || capabilities === undefined) return wrong
  return (capabilities as readonly string[])
    .filter(name => !known.includes(name))
    .map(name => {
      const near = nearestName(name, known)
      return invalid(
        'capabilities',
        `has ${describe(name)}, which is no capability`,
        near ? `did you mean ${near}?` : `they are ${known.join(', ')}`,
      )
    })
}

function checkConfig(config: unknown): ManifestProblem[] {
  const standard: unknown =
    (typeof config === 'object' && config !== null) || typeof config === 'function'
      ? (config as { '~standard'?: unknown })['~standard']
      : undefined
  if (config === undefined || (isMap(standard) && typeof standard['validate'] === 'function')) return []
  return [
    invalid(
      'config',
      `is ${describe(config)}, which is no Standard Schema`,
      'use a schema of zod, valibot, arktype or another library that follows Standard Schema',
    ),
  ]
}

/** The server checks whether the schema has these keys. Without a schema there are no keys. */
function checkKeys(key: 'secrets' | 'public', { [key]: named, config }: Record<string, unknown>): ManifestProblem[] {
  const wrong = checkTexts(key, named, 'paths of configuration keys')
  if (wrong.length > 0 || config !== undefined || !Array.isArray(named) || named.length === 0) return wrong
  return [
    invalid(
      key,
      `names ${named.map(describe).join(', ')}, and there is no config`,
      `give a schema as config, with the keys that are ${key === 'public' ? 'public' : 'secret'}`,
    ),
  ]
}

function checkTexts(key: string, list: unknown, what: string): ManifestProblem[] {
  if (list === undefined || (Array.isArray(list) && list.every(entry => typeof entry === 'string'))) return []
  return [invalid(key, `is ${describe(list)}, expected a list of ${what}`, `write ${key.split('.').at(-1)}: ['...']`)]
}

function invalid(key: string, message: string, fix: string): ManifestProblem {
  return { code: 'PLUGIN_MANIFEST_INVALID', key, message, fix }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Describes a value in a message: a text is quoted and shortened, other values are named by their kind. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value)
}
