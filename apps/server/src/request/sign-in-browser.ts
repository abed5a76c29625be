import { DEVICE_LIFETIME } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import type { Platform } from '../main/platform.ts'
import { readOwnCookie, setOwnCookie } from './own-cookie.ts'
import { setTokenCookie } from './token-cookie.ts'

const NAME = 'platform-device'

/** Gives a browser its session, and remembers that this person signs in by it. */
export async function signInBrowser(
  ctx: Context,
  platform: Platform,
  { user, token }: { readonly user: User; readonly token: string },
): Promise<void> {
  setTokenCookie(ctx, platform.config, token)
  await rememberDevice(ctx, platform, user)
}

/** Remembers that somebody who has shown who they are uses this browser. It lets nobody in: see `DevicesService`. */
export async function rememberDevice(ctx: Context, { config, services }: Platform, user: User): Promise<void> {
  setOwnCookie(ctx, config, {
    name: NAME,
    value: await services.devices.remember(deviceToken(ctx, config), user),
    lifetime: DEVICE_LIFETIME,
  })
}

/** What a browser keeps of whoever signed in by it; unchecked. */
export function deviceToken(ctx: Context, config: Platform['config']): string | null {
  return readOwnCookie(ctx, config, NAME)
}
