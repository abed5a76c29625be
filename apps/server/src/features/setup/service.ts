import { PlatformError, type User } from '@platform/plugin-sdk'
import type { Platform } from '../../boot/platform.ts'
import { settingsInput } from '../settings/model.ts'
import { parseBody } from '../../http/body.ts'

export interface SetUp {
  readonly settings: Record<string, unknown>
  readonly user: { readonly email: string; readonly username: string; readonly password: string }
}

/**
 * Makes the first administrator and the first settings, once whatever races.
 *
 * @throws PlatformError ALREADY_INSTALLED, or what is wrong with the account or the settings.
 */
export async function setUp({ services }: Platform, { settings, user }: SetUp): Promise<User> {
  parseBody(settingsInput, settings)
  if (!await services.settings.install()) throw new PlatformError('ALREADY_INSTALLED', 'This site is set up already', { status: 409 })
  try {
    const administrator = await services.users.createLocal({ ...user, roles: ['ADMIN'], confirmed: true })
    await services.settings.update(settings)
    return administrator
  } catch (error) {
    await services.settings.uninstall()
    throw error
  }
}
