import { createHash } from 'node:crypto'
import type { User, UserProfile } from '@platform/plugin-sdk'
import type { StoredUser } from '../../runtime/user-record.ts'

/** An address and a password that wait until the user opens the link in the mail. No user can sign in with them yet. */
export interface Attaching {
  readonly email: string
  /** The hash of the password. */
  readonly password: string
}

export interface WithAttachment extends StoredUser {
  attaching?: Attaching | null
}

/** A user with the address that waits until its link is opened. */
export interface WithWaitingAddress extends User {
  readonly attaching?: Pick<Attaching, 'email'> | null
}

/** The profile of an account with e-mail and password; its id is the address. */
export function localProfile({ profiles }: Pick<User, 'profiles'>): UserProfile | undefined {
  return profiles.find(({ provider }) => provider === 'local')
}

/** The e-mail addresses of an account: its own one, and one that waits until its link is opened. */
export function addressesOf(user: WithWaitingAddress): string[] {
  return [localProfile(user)?.id, user.attaching?.email].filter(address => address !== undefined)
}

export function isConfirmed(user: Pick<User, 'profiles'>): boolean {
  return Boolean(localProfile(user)?.metadata?.confirmed_at)
}

/** Whether the account has only an e-mail address to identify its user, and the address is not confirmed. */
export function isUnconfirmed({ profiles }: Pick<User, 'profiles'>): boolean {
  return (
    profiles.length > 0 && profiles.every(({ provider, metadata }) => provider === 'local' && !metadata?.confirmed_at)
  )
}

/** A digest of the stored password. Links contain it, so that a link ends when the password is changed. */
export function passwordDigest({ password = '' }: Pick<StoredUser, 'password'>): string {
  return createHash('sha256').update(`reset ${password}`).digest('base64url')
}
