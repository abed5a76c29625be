import { TokenError, type Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { SessionsService } from '../sessions/service.ts'
import type { UsersService } from '../users/service.ts'
import { localProfile } from './profile.ts'

interface Dependencies {
  readonly config: Config
  readonly tokens: Tokens
  readonly users: UsersService
  readonly sessions: SessionsService
}

/** The contents of a link's token: the user's address when it was made, and the administrator who made it. */
const contents = z.object({ email: z.string().nullable(), by: z.string().optional() })
type Contents = z.output<typeof contents>

/** The operator may name the claim of the user's id freely, but never like this one. */
const CLAIM = 'platform_download'
/** How long a link works, in milliseconds. */
const LIFE = 24 * 60 * 60_000

/** A link to the page with the download. The token is behind `#`, so no server and no log on the way gets it. */
export async function makeLink(
  { config, tokens }: Pick<Dependencies, 'config' | 'tokens'>,
  user: User,
  made: Pick<Contents, 'by'> = {},
): Promise<{ link: string; expires: Date }> {
  const claim: Contents = { email: localProfile(user)?.id ?? null, ...made }
  const { token, expiresAt } = await tokens.sign({
    kind: 'download',
    userId: user.id,
    expiresIn: LIFE,
    issuedAfter: user.validAfter,
    claims: { [CLAIM]: claim },
  })
  if (!expiresAt) throw new Error('the token of a download link has no expiry')
  return { link: `${config.rootUrl}/account/data/download#${token}`, expires: expiresAt }
}

/**
 * The user of a link. It stops working with a new address, a new password and a sign-out from everywhere, and when the
 * administrator who made it is none any more.
 *
 * @param caller who is signed in; it is refused when that is neither this user nor the one who made the link
 */
export async function ownerOf(
  { tokens, users, sessions }: Omit<Dependencies, 'config'>,
  token: string,
  caller: User | null,
): Promise<User> {
  const verified = await tokens.verify(token, { kind: 'download' }).catch((error: unknown) => {
    throw error instanceof TokenError ? invalidLink() : error
  })
  const user = await users.findById(verified.userId)
  const { data: link } = contents.safeParse(verified.claims[CLAIM])
  if (!user || !link || (localProfile(user)?.id ?? null) !== link.email) throw invalidLink()
  if (!(await sessions.isCurrent(user, verified))) throw invalidLink()
  if (link.by !== undefined && !(await users.findById(link.by))?.can('DOWNLOAD_OTHER_USER')) throw invalidLink()
  if (caller && caller.id !== user.id && caller.id !== link.by) throw invalidLink()
  return user
}

function invalidLink(): PlatformError {
  return new PlatformError('DOWNLOAD_TOKEN_INVALID', 'This link does not work any more; ask for a new one')
}
