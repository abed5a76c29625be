import { type Problem, textOf } from '@platform/plugin-host'
import type { Forgotten, ForgottenCode } from '../watch/forgotten.ts'
import type { ContractPoint, Finding } from './finding.ts'

const BY_CODE: Readonly<Record<string, ContractPoint>> = {
  PLUGIN_MANIFEST_INVALID: 'manifest',
  PLUGIN_SDK_MISMATCH: 'manifest',
  PLUGIN_CONFIG_INVALID: 'config',
  PLUGIN_UNKNOWN_TYPE: 'resolvers',
  PLUGIN_HOOK_FAILED: 'loads',
}

/** Points of fields that the schema does not have, by the hook that names them. */
const BY_HOOK: Readonly<Record<string, ContractPoint>> = { hooks: 'field-hooks', setupFunctions: 'live-filters' }

/** Points of hooks whose shape is a point of its own. */
const BY_INVALID_HOOK: Readonly<Record<string, ContractPoint>> = {
  Sort: 'sorts',
  permissions: 'permissions',
  models: 'models',
}

/** Points of names that two plugins claim, by their kind. */
const BY_CLAIM: Readonly<Record<string, ContractPoint>> = {
  route: 'routes',
  strategy: 'strategies',
  tag: 'tags',
  sort: 'sorts',
  resolver: 'resolvers',
  service: 'services',
  model: 'models',
  hook: 'plugin-hooks',
}

/** The finding for a problem of the server's own checks, under the point it belongs to. */
export function findingOf(problem: Problem): Finding {
  return { point: pointOf(problem), message: textOf(problem), fix: problem.fix ?? 'do what the message says' }
}

function pointOf({ code, hook = '', claim = '', related = {} }: Problem): ContractPoint {
  if (code === 'PLUGIN_UNKNOWN_FIELD') return BY_HOOK[hook] ?? 'resolvers'
  if (hook === 'services' && code.startsWith('PLUGIN_HOOK_')) return 'services'
  if ('defined by' in related) return 'plugin-hooks'
  if (code === 'PLUGIN_HOOK_INVALID') return BY_INVALID_HOOK[hook] ?? 'shape'
  if (code === 'PLUGIN_CONFLICT') return BY_CLAIM[claim] ?? 'schema'
  return BY_CODE[code] ?? 'schema'
}

const BY_FORGOTTEN: Readonly<Record<ForgottenCode, ContractPoint>> = {
  LEAKED_TIMER: 'shutdown',
  LEAKED_SERVER: 'shutdown',
  LEAKED_PROCESS: 'shutdown',
  LEAKED_WATCHER: 'shutdown',
  LEAKED_LISTENER: 'shutdown',
  UNHANDLED_REJECTION: 'loads',
  NETWORK_USE: 'network',
  UNUSED_STUB: 'loads',
}

/** The finding for something that was left behind, under the point it belongs to. */
export function findingOfForgotten(
  { code, message, fix }: Forgotten,
  point: ContractPoint = BY_FORGOTTEN[code],
): Finding {
  return { point, message, fix }
}
