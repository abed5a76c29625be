import type { Services } from '@platform/plugin-sdk'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { InputProblem } from '../../input/invalid-input.ts'
import { parseBody } from '../../request/body.ts'
import { settingsInput } from '../settings/model.ts'
import { readRegistration } from '../users/registration.ts'

export interface SetUp {
  readonly settings: Record<string, unknown>
  readonly user: { readonly email: string; readonly username: string; readonly password: string }
}

/** Whether the site was set up, over the web or by making an administrator on the command line. */
export async function isSetUp({ settings, users }: Pick<Services, 'settings' | 'users'>): Promise<boolean> {
  return (await settings.isInstalled()) || users.hasAdministrator()
}

/** Whether the set-up over the web is closed: switched off by the operator, or done. */
export async function isWebSetUpClosed(services: Services): Promise<boolean> {
  return services.config.installLock || isSetUp(services)
}

/** The error for a set-up of a site that is set up. */
export function alreadySetUp(): PlatformError {
  return new PlatformError('ALREADY_INSTALLED', 'This site is set up already', { status: 409 })
}

/**
 * Makes the first administrator and the first settings. Of several requests at the same time one succeeds. When the
 * process ends in the middle, the set-up can be tried again after a minute.
 *
 * @throws PlatformError ALREADY_INSTALLED, or an error that names every bad value of the account and the settings.
 */
export async function setUp(services: Services, { settings, user }: SetUp): Promise<User> {
  const { setupToken, log } = services
  if (await isSetUp(services)) throw alreadySetUp()
  await assertComplete(services, { settings, user })
  if ((await isSetUp(services)) || !(await services.settings.claim())) throw alreadySetUp()
  try {
    const administrator = await services.users.createLocal({ ...user, roles: ['ADMIN'], confirmed: true })
    await services.settings.update(settings, administrator.id)
    await services.settings.install()
    await setupToken
      .withdraw()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the set-up token could not be withdrawn; it opens nothing any more'),
      )
    return administrator
  } catch (error) {
    await services.settings.unclaim()
    throw error
  }
}

/** @throws PlatformError with everything that is wrong with the settings and the account together. */
async function assertComplete(
  { users }: Services,
  { settings, user: { email, username, password } }: SetUp,
): Promise<void> {
  const checks = [
    async () => parseBody(z.object({ settings: settingsInput }), { settings }),
    () => readRegistration({ email, username, password }, users),
  ]
  const refusals: PlatformError[] = []
  for (const outcome of await Promise.allSettled(checks.map(check => check()))) {
    if (outcome.status === 'fulfilled') continue
    if (!(outcome.reason instanceof PlatformError)) throw outcome.reason
    refusals.push(outcome.reason)
  }
  const [first, second] = refusals
  if (!first) return
  if (!second) throw first
  const problems = [first, second].flatMap(({ metadata }) => metadata['problems'] as InputProblem[])
  throw new PlatformError(first.code, problems.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    status: 400,
    metadata: { problems },
  })
}
