import { createHash } from 'node:crypto'
import type { User, UserProfile } from '@platform/plugin-sdk'

/** An address and a password that somebody wants to have: neither counts before the link in the mail is opened. */
export interface Attaching {
  readonly email: string
  /** The hash. */
  readonly password: string
}

export interface WithAttachment extends User {
  attaching?: Attaching | null
}

/** The profile of an account with e-mail and password; its id is the address. */
export function localProfile({ profiles }: Pick<User, 'profiles'>): UserProfile | undefined {
  return profiles.find(({ provider }) => provider === 'local')
}

export function isConfirmed(user: Pick<User, 'profiles'>): boolean {
  return Boolean(localProfile(user)?.metadata?.confirmed_at)
}

/** Whether nothing but an e-mail address says who this is, and that is not confirmed. */
export function isUnconfirmed({ profiles }: Pick<User, 'profiles'>): boolean {
  return (
    profiles.length > 0 && profiles.every(({ provider, metadata }) => provider === 'local' && !metadata?.confirmed_at)
  )
}

/** Tells one password of somebody from the next, and nothing else about it: it is in links. */
export function passwordMark({ password = '' }: Pick<User, 'password'>): string {
  return createHash('sha256').update(`reset ${password}`).digest('base64url')
}
