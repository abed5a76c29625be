import { DEVICE_LIFETIME } from '@platform/auth'
import type { Config } from '@platform/config'
import type { User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { readOwnCookie, setOwnCookie, setTokenCookie } from './cookies.ts'

/** The services with which a browser is signed in. */
export interface SignInServices {
  readonly config: Config
  readonly devices: { remember(token: string | null, user: User): Promise<string> }
}

const NAME = 'platform-device'

/** Gives a browser its session, and remembers that the user signs in by it. */
export async function signInBrowser(
  ctx: Context,
  services: SignInServices,
  { user, token }: { readonly user: User; readonly token: string },
): Promise<void> {
  setTokenCookie(ctx, services.config, token)
  await rememberDevice(ctx, services, user)
}

/** Remembers that a user who proved the identity uses this browser. It signs no user in, see `DevicesService`. */
export async function rememberDevice(ctx: Context, { config, devices }: SignInServices, user: User): Promise<void> {
  setOwnCookie(ctx, config, {
    name: NAME,
    value: await devices.remember(deviceToken(ctx, config), user),
    lifetime: DEVICE_LIFETIME,
  })
}

/** The device cookie of a browser, unchecked. */
export function deviceToken(ctx: Context, config: Config): string | null {
  return readOwnCookie(ctx, config, NAME)
}
