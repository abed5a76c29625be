import type { Problem } from '@platform/server'
import type { Forgotten, ForgottenCode } from '../watch/forgotten.ts'
import type { ContractPoint, Finding } from './finding.ts'

const BY_CODE: Readonly<Record<string, ContractPoint>> = {
  PLUGIN_HOOK_INVALID: 'shape',
  PLUGIN_MANIFEST_INVALID: 'manifest',
  PLUGIN_SDK_MISMATCH: 'manifest',
  PLUGIN_CONFIG_INVALID: 'config',
  PLUGIN_UNKNOWN_TYPE: 'resolvers',
  PLUGIN_HOOK_FAILED: 'loads',
}

/** A problem of the server's own checks, under the point it belongs to. */
export function findingOf({ code, message, fix = 'do what the message says' }: Problem): Finding {
  return { point: pointOf(code, message), message, fix }
}

function pointOf(code: string, message: string): ContractPoint {
  if (code === 'PLUGIN_UNKNOWN_FIELD')
    return / hooks /.test(message) ? 'field-hooks' : / filters /.test(message) ? 'live-filters' : 'resolvers'
  if (code === 'PLUGIN_HOOK_INVALID' && / Sort: /.test(message)) return 'sorts'
  if (/^PLUGIN_HOOK_/.test(code) && / services [^ ]+: | services: |^services that need/.test(message)) return 'services'
  if (code === 'PLUGIN_HOOK_INVALID' && / permissions: /.test(message)) return 'permissions'
  if (code === 'PLUGIN_CONFLICT' && / defines? the service /.test(message)) return 'services'
  if (code === 'PLUGIN_CONFLICT') {
    const kind = / both define the (route|strategy|tag|sort|resolver)/.exec(message)?.[1]
    const points = {
      route: 'routes',
      strategy: 'strategies',
      tag: 'tags',
      sort: 'sorts',
      resolver: 'resolvers',
    } as const
    return kind === undefined ? 'schema' : points[kind as keyof typeof points]
  }
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

/** What was left behind, under the point it belongs to. */
export function findingOfForgotten(
  { code, message, fix }: Forgotten,
  point: ContractPoint = BY_FORGOTTEN[code],
): Finding {
  return { point, message, fix }
}
