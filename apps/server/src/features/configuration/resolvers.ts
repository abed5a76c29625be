import { randomBytes, randomUUID } from 'node:crypto'
import type { Config, MeantEntry } from '@platform/config'
import { type HookObject, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { localProfile } from '../accounts/profile.ts'

const SOURCES = { environment: 'ENVIRONMENT', '.env': 'DOTENV', default: 'DEFAULT', derived: 'DERIVED' } as const

interface ConnectionTest {
  readonly works: boolean
  readonly message: string
}

export const configurationResolvers: NonNullable<HookObject<ServerContext>['resolvers']> = {
  RootQuery: {
    configuration: (_root, _args, { services }) => services.config.entries,
    signInProviders: (_root, _args, { services }) =>
      services.composition.offeredStrategies.map(({ name, plugin, test }) => ({
        name,
        plugin,
        callback: callbackOf(services.config, name),
        testable: test !== null,
      })),
  },
  ConfigurationVariable: {
    name: ({ variable }: MeantEntry) => variable,
    source: ({ source }: MeantEntry) => SOURCES[source],
  },
  RootMutation: {
    testMail: async (_root, _args, context) => ({ result: await testMail(context) }),
    testCaptcha: async (_root, { response }: { response?: string | null }, context) => ({
      result: await testCaptcha(context, response ?? ''),
    }),
    testProvider: async (_root, { name }: { name: string }, context) => ({ result: await testProvider(context, name) }),
  },
}

/** Sends a mail past the queue, so that the answer of the mail server is known. */
async function testMail(context: ServerContext): Promise<ConnectionTest> {
  const { mail, limits, config } = context.services
  const to = localProfile(allowed(context, 'UPDATE_CONFIG'))?.id
  if (to === undefined) throw new PlatformError('EMAIL_REQUIRED', 'Your account has no e-mail address')
  if (!mail.sends) return { works: false, message: `Mails are not sent: ${mail.description}` }
  await limits.countMail({ to, address: context.address })
  const values = { subject: 'A test of the mail server', body: `Mails of ${config.rootUrl} arrive.` }
  const queued = { template: 'notice', to, language: config.languages.default, values }
  return attempt(
    () => mail.deliver(queued, randomUUID()),
    `The mail server ${mail.description} took a mail to ${to}`,
    `The mail server ${mail.description} took no mail`,
  )
}

async function testCaptcha(context: ServerContext, response: string): Promise<ConnectionTest> {
  const { config, limits } = context.services
  allowed(context, 'UPDATE_CONFIG')
  const { captcha } = limits
  if (!captcha || !config.captcha)
    return { works: false, message: 'No captcha is configured: set the two PLATFORM_CAPTCHA_ variables' }
  const host = new URL(config.captcha.verifyUrl).host
  let solved = false
  const test = await attempt(
    async () => {
      solved = await captcha.verify(response || 'test', context.address ?? '')
    },
    '',
    `${host} can't be asked`,
  )
  if (!test.works) return test
  if (response === '')
    return { works: true, message: `${host} answers; whether the secret is right shows a solved captcha` }
  return { works: solved, message: `${host} says that the captcha was ${solved ? 'solved' : 'not solved'}` }
}

/** Where a provider sends users back. */
const callbackOf = ({ rootUrl }: Pick<Config, 'rootUrl'>, name: string) => `${rootUrl}/api/v1/auth/${name}/callback`

async function testProvider(context: ServerContext, name: string): Promise<ConnectionTest> {
  allowed(context, 'UPDATE_CONFIG')
  const { composition, config } = context.services
  const offered = composition.offeredStrategies.find(strategy => strategy.name === name)
  if (!offered) throw new NotFoundError('The provider')
  const { test } = offered
  if (!test) return { works: false, message: 'Its plugin has no test; sign in by it to try it' }
  const [state, nonce, codeVerifier] = [secret(), secret(), secret()]
  let found = ''
  const tried = await attempt(
    async () => {
      found = await test({ state, nonce, codeVerifier, redirectUri: callbackOf(config, name) })
    },
    '',
    `${name} does not work`,
  )
  return tried.works ? { works: true, message: found } : tried
}

const secret = () => randomBytes(32).toString('base64url')

async function attempt(run: () => Promise<void>, success: string, failure: string): Promise<ConnectionTest> {
  try {
    await run()
    return { works: true, message: success }
  } catch (error) {
    return { works: false, message: `${failure}: ${error instanceof Error ? error.message : String(error)}` }
  }
}
