import helmet from 'helmet'
import { z } from 'zod'
import { jsonObject } from './json.ts'

const CURRENT = [
  'contentSecurityPolicy',
  'crossOriginEmbedderPolicy',
  'crossOriginOpenerPolicy',
  'crossOriginResourcePolicy',
  'originAgentCluster',
  'referrerPolicy',
  'strictTransportSecurity',
  'xContentTypeOptions',
  'xDnsPrefetchControl',
  'xDownloadOptions',
  'xFrameOptions',
  'xPermittedCrossDomainPolicies',
  'xPoweredBy',
  'xXssProtection',
] as const

/** Older names of options, which the middleware still takes. */
const OLDER = new Map<string, (typeof CURRENT)[number]>([
  ['dnsPrefetchControl', 'xDnsPrefetchControl'],
  ['frameguard', 'xFrameOptions'],
  ['hidePoweredBy', 'xPoweredBy'],
  ['hsts', 'strictTransportSecurity'],
  ['ieNoOpen', 'xDownloadOptions'],
  ['noSniff', 'xContentTypeOptions'],
  ['permittedCrossDomainPolicies', 'xPermittedCrossDomainPolicies'],
  ['xssFilter', 'xXssProtection'],
])

const option = z.union([z.boolean(), z.looseObject({})])

/** Says why the middleware would not take these options; `null` when it takes them. */
function problemOf(options: Readonly<Record<string, unknown>>): string | null {
  for (const [name, value] of Object.entries(options)) {
    const current = OLDER.get(name)
    if (current !== undefined && current in options) return `must not name one header twice: ${name} and ${current}`
    if (!option.safeParse(value).success) return `must give ${name} an object of options, true or false`
  }
  try {
    helmet(options)
    return null
  } catch (error) {
    return `has options that the middleware refuses: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * The options of the security-headers middleware (helmet 8), as a JSON object. The value has the current name of each
 * option, so it replaces the platform's own option of that header.
 */
export const securityHeaders = jsonObject(64 * 1024, [...CURRENT, ...OLDER.keys()]).transform((options, context) => {
  const message = problemOf(options)
  if (message !== null) {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [OLDER.get(name) ?? name, value]))
})
