import { TokenError, type TokenKind, type Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import { type Jobs, PlatformError, type QueuedJob, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import type { LimitsService } from '../limits/service.ts'
import type { MailService } from '../mail/service.ts'
import type { SessionsService } from '../sessions/service.ts'
import { assertEmail } from '../users/rules.ts'
import { isConfirmed, localProfile, passwordMark, type WithAttachment } from './profile.ts'

/** What a letter asks its reader to do. */
export type LetterPurpose = 'confirm-email' | 'password-reset'

export interface LetterRequest {
  readonly purpose: LetterPurpose
  /** The address of the account. */
  readonly email: string
  /** Where the reader is led afterwards: an address that was checked. */
  readonly back: string
  /** The account's new address, which the letter goes to, when the reader wants to change it. */
  readonly newEmail?: string
  /** Id of the account that gets the address, and a password, once the link is opened. */
  readonly attachTo?: string
  /**
   * `validAfter` of whoever asks in their own name: a ban, a new password or a sign-out from everywhere between the asking
   * and the sending calls the letter off.
   */
  readonly asked?: string | null
}

/** Letters with a link that proves whose an address is. */
export interface EmailLinksService {
  /**
   * Asks for a letter in somebody's name. Whether there is such an account is looked up later, by a job: neither the
   * answer nor its time tells. Beyond the limits nothing is sent, and that is not told either.
   *
   * @throws PlatformError EMAIL_REQUIRED, EMAIL_INVALID, or MAIL_UNAVAILABLE where no mail can be sent.
   */
  request(letter: LetterRequest, address: string): Promise<void>
  /** @throws PlatformError MAIL_UNAVAILABLE where no mail can be sent. */
  assertWorks(): void
  /**
   * The letter that follows from something somebody did in their own name. Where no mail can be sent, none is.
   *
   * @param address the IP address they did it from; `null` for the platform itself
   * @throws PlatformError RATE_LIMIT_EXCEEDED beyond the limits
   */
  send(letter: LetterRequest, address: string | null): Promise<void>
  /** Whose letter a token is from. @throws the error given, for every token that is not valid, or not any more. */
  open(
    token: string,
    expected: { readonly kind: TokenKind; readonly refusal: PlatformError },
  ): Promise<{ user: WithAttachment; letter: LetterClaims }>
  /**
   * Writes a letter to the account it is for, unless the letter is needless by now. The work of the job
   * `accounts.letter`.
   *
   * @param key names the mail, so that a letter that is written twice is sent once
   */
  write(letter: LetterJob, key: string): Promise<void>
}

/** What a letter's token says of it. */
export interface LetterClaims {
  /** The address of the account. */
  readonly email: string
  readonly back: string
  readonly newEmail?: string | undefined
  /** Of the password there was: see `passwordMark`. */
  readonly mark?: string | undefined
  /** Of the password that is kept for the account. */
  readonly attached?: string | undefined
}

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly tokens: Tokens
  readonly jobs: Jobs
  readonly mail: MailService
  readonly limits: LimitsService
  readonly sessions: SessionsService
}

/** One claim has all: whichever claim an operator names the user's id, it is not called this. */
const CLAIM = 'platform_letter'
const contents = z.object({
  email: z.string(),
  back: z.string(),
  newEmail: z.string().optional(),
  mark: z.string().optional(),
  attached: z.string().optional(),
})
/** How long the link of a letter works. Milliseconds. */
const LIFE = 24 * 60 * 60_000
const PAGES: Readonly<Record<LetterPurpose, string>> = {
  'confirm-email': '/account/email/confirm',
  'password-reset': '/account/password/reset',
}
const input = z.object({
  purpose: z.enum(['confirm-email', 'password-reset']),
  email: z.string(),
  back: z.string(),
  newEmail: z.string().optional(),
  attachTo: z.string().optional(),
  asked: z.string().nullable().optional(),
})
type LetterJob = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'accounts.letter': LetterRequest
  }
}

const writeLetter: QueuedJob<typeof input, ServerContext> = {
  input,
  run: (letter, { services }, { id }) => services.emailLinks.write(letter, id),
}

export const emailLinkJobs = { 'accounts.letter': writeLetter }

export function createEmailLinks({
  config,
  docstore,
  tokens,
  jobs,
  mail,
  limits,
  sessions,
}: Dependencies): EmailLinksService {
  const users = docstore.collection<WithAttachment>('users')
  const withProfile = (email: string) => users.findOne({ profiles: { $elemMatch: { provider: 'local', id: email } } })

  /** The account a letter goes to; `null` where there is none, or the letter has become needless. */
  async function recipientOf({ purpose, email, newEmail, attachTo, asked }: LetterJob): Promise<WithAttachment | null> {
    const user =
      attachTo === undefined
        ? await withProfile(email)
        : await users.findOne({ id: attachTo, 'attaching.email': email })
    if (!user || (asked !== undefined && asked !== validity(user))) return null
    if (attachTo !== undefined) return (await withProfile(email)) ? null : user
    if (newEmail !== undefined) return (await withProfile(newEmail)) ? null : user
    return purpose === 'confirm-email' && isConfirmed(user) ? null : user
  }

  function assertWorks(): void {
    if (!mail.works)
      throw new PlatformError('MAIL_UNAVAILABLE', 'This site sends no mail; ask those who run it', { status: 503 })
  }

  return {
    assertWorks,
    async request(letter, address) {
      assertWorks()
      const email = assertEmail(letter.email)
      if (await limits.allowsMail({ to: email, address })) await jobs.add('accounts.letter', { ...letter, email })
    },
    async send(letter, address) {
      if (!mail.works) return
      await limits.countMail({ to: letter.newEmail ?? letter.email, address })
      await jobs.add('accounts.letter', letter)
    },
    async open(token, { kind, refusal }) {
      const verified = await tokens.verify(token, { kind }).catch((error: unknown) => {
        throw error instanceof TokenError ? refusal : error
      })
      const user = await users.findOne({ id: verified.userId })
      const own = user && (localProfile(user)?.id ?? user.attaching?.email)
      const { data: letter } = contents.safeParse(verified.claims[CLAIM])
      if (!user || !letter || own !== letter.email || !(await sessions.isCurrent(user, verified))) throw refusal
      return { user, letter }
    },
    async write(job, key) {
      const { purpose, email, newEmail } = job
      const user = await recipientOf(job)
      if (!user) return
      const { token, expiresAt } = await tokens.sign({
        kind: purpose === 'confirm-email' ? 'email-confirm' : purpose,
        userId: user.id,
        expiresIn: LIFE,
        issuedAfter: user.validAfter,
        claims: { [CLAIM]: claimsOf(job, user) },
      })
      await mail.send(purpose, {
        to: newEmail ?? email,
        values: { username: user.username, link: `${config.rootUrl}${PAGES[purpose]}#${token}`, expires: expiresAt! },
        key,
      })
    },
  }
}

function claimsOf({ purpose, email, back, newEmail, attachTo }: LetterJob, user: WithAttachment): LetterClaims {
  return {
    email,
    back,
    newEmail,
    ...(purpose === 'password-reset' ? { mark: passwordMark(user) } : {}),
    ...(attachTo === undefined ? {} : { attached: passwordMark(user.attaching!) }),
  }
}

/** What {@link LetterRequest.asked} is for somebody. */
export function validity({ validAfter }: Pick<User, 'validAfter'>): string | null {
  return validAfter?.toISOString() ?? null
}
