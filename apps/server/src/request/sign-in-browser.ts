import { DEVICE_LIFETIME } from '@platform/auth'
import type { Config } from '@platform/config'
import type { User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { readOwnCookie, setOwnCookie, setTokenCookie } from './cookies.ts'

/** The services that signing a browser in works with. */
export interface SignInServices {
  readonly config: Config
  readonly devices: { remember(token: string | null, user: User): Promise<string> }
}

const NAME = 'platform-device'

/** Gives a browser its session, and remembers that this person signs in by it. */
export async function signInBrowser(
  ctx: Context,
  services: SignInServices,
  { user, token }: { readonly user: User; readonly token: string },
): Promise<void> {
  setTokenCookie(ctx, services.config, token)
  await rememberDevice(ctx, services, user)
}

/** Remembers that somebody who has shown who they are uses this browser. It lets nobody in: see `DevicesService`. */
export async function rememberDevice(ctx: Context, { config, devices }: SignInServices, user: User): Promise<void> {
  setOwnCookie(ctx, config, {
    name: NAME,
    value: await devices.remember(deviceToken(ctx, config), user),
    lifetime: DEVICE_LIFETIME,
  })
}

/** What a browser keeps of whoever signed in by it; unchecked. */
export function deviceToken(ctx: Context, config: Config): string | null {
  return readOwnCookie(ctx, config, NAME)
}
