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
import { isConfirmed, localProfile, passwordDigest, type WithAttachment } from './profile.ts'

/** The purposes of e-mail links; each is also the name of its mail. */
const PURPOSES = ['confirm-email', 'password-reset'] as const
export type EmailLinkPurpose = (typeof PURPOSES)[number]

export interface EmailLinkRequest {
  readonly purpose: EmailLinkPurpose
  /** The address of the account. */
  readonly email: string
  /** The address to return to afterwards, already checked. */
  readonly back: string
  /** The new address of the account, when the link is for changing it; the mail goes there. */
  readonly newEmail?: string
  /** The id of the account to which the link adds an address and a password. */
  readonly attachTo?: string
}

/** The input of the job that sends the mail of a link. */
export interface LinkJobInput extends EmailLinkRequest {
  /**
   * The {@link signedOutAt} of the signed-in user who requested the link, at the time of the request. A ban, a new
   * password or a sign-out from everywhere changes that moment, and then the mail is not sent.
   */
  readonly asked?: string | null
}

/** The request that causes a link. */
export interface LinkRequester {
  /** The signed-in user of the request; absent for a registration. */
  readonly requestedBy?: User
  /** The IP address of the request; `null` for the platform itself. */
  readonly address: string | null
}

/** Sends mails with links that prove to whom an address belongs, and opens the links. */
export interface EmailLinksService {
  /**
   * Queues a mail for an address that any visitor may name. A job looks up later whether the address has an account, so
   * neither the answer nor its time shows that. Beyond the limits no mail is sent, and the answer is the same.
   *
   * @param address the IP address of the request
   * @throws PlatformError EMAIL_REQUIRED, EMAIL_INVALID, or MAIL_UNAVAILABLE where no mail can be sent.
   */
  request(link: EmailLinkRequest, address: string): Promise<void>
  /** @throws PlatformError MAIL_UNAVAILABLE where no mail can be sent. */
  assertWorks(): void
  /**
   * Queues a mail for the user who registers or is signed in. Where no mail can be sent, nothing is queued.
   *
   * @throws PlatformError RATE_LIMIT_EXCEEDED beyond the limits
   */
  send(link: EmailLinkRequest, requester: LinkRequester): Promise<void>
  /** Makes a link to the page where a user sets a password; setting it confirms the e-mail address. */
  passwordLink(user: WithAttachment, options: { readonly email: string; readonly life: number }): Promise<MadeLink>
  /** Verifies the token of a link. @throws the given error for a token that is not valid or no longer valid. */
  open(
    token: string,
    expected: { readonly kind: TokenKind; readonly refusal: PlatformError },
  ): Promise<{ user: WithAttachment; link: EmailLinkContents }>
  /**
   * Sends the mail of a queued request, unless the address has no account or the link would change nothing any more.
   * The job `accounts.letter` calls it.
   *
   * @param key names the mail, so that it is sent once even if the job runs twice
   */
  deliver(job: LinkJob, key: string): Promise<void>
}

/** A link, and when it ends. */
export interface MadeLink {
  readonly link: string
  readonly expires: Date
}

const contents = z.object({
  email: z.string(),
  back: z.string(),
  newEmail: z.string().optional(),
  mark: z.string().optional(),
  attached: z.string().optional(),
})

/**
 * The contents of a link's token: `email`, `back` and `newEmail` of its request; `mark`, the digest of the
 * current password; and `attached`, the digest of the password that waits to be attached.
 */
export type EmailLinkContents = Readonly<z.output<typeof contents>>

interface Dependencies {
  readonly config: Config
  readonly docstore: Docstore
  readonly tokens: Tokens
  readonly jobs: Jobs
  readonly mail: MailService
  readonly limits: LimitsService
  readonly sessions: SessionsService
}

/** One claim has all contents. The operator may name the claim of the user's id freely, but never like this one. */
const CLAIM = 'platform_letter'
/** How long a link works, in milliseconds. */
const LIFE = 24 * 60 * 60_000
const PAGES: Readonly<Record<EmailLinkPurpose, string>> = {
  'confirm-email': '/account/email/confirm',
  'password-reset': '/account/password/reset',
}
const input = z.object({
  purpose: z.enum(PURPOSES),
  email: z.string(),
  back: z.string(),
  newEmail: z.string().optional(),
  attachTo: z.string().optional(),
  asked: z.string().nullable().optional(),
})
type LinkJob = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'accounts.letter': LinkJobInput
  }
}

const deliverLink: QueuedJob<typeof input, ServerContext> = {
  input,
  run: (job, { services }, { id }) => services.emailLinks.deliver(job, id),
}

export const emailLinkJobs = { 'accounts.letter': deliverLink }

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

  function assertWorks(): void {
    if (!mail.works)
      throw new PlatformError('MAIL_UNAVAILABLE', 'This site sends no mail; ask its operator', { status: 503 })
  }

  async function linkOf(request: LinkJob, user: WithAttachment, life: number): Promise<MadeLink> {
    const { purpose } = request
    const { token, expiresAt } = await tokens.sign({
      kind: purpose === 'confirm-email' ? 'email-confirm' : purpose,
      userId: user.id,
      expiresIn: life,
      issuedAfter: user.validAfter,
      claims: { [CLAIM]: contentsOf(request, user) },
    })
    if (!expiresAt) throw new Error(`the token of a ${purpose} link has no expiry`)
    return { link: `${config.rootUrl}${PAGES[purpose]}#${token}`, expires: expiresAt }
  }

  return {
    assertWorks,
    passwordLink: (user, { email, life }) =>
      linkOf({ purpose: 'password-reset', email, back: `${config.rootUrl}/` }, user, life),
    async request(link, address) {
      assertWorks()
      const email = assertEmail(link.email)
      if (await limits.allowsMail({ to: email, address })) await jobs.add('accounts.letter', { ...link, email })
    },
    async send(link, { requestedBy, address }) {
      if (!mail.works) return
      await limits.countMail({ to: link.newEmail ?? link.email, address })
      const asked = requestedBy && { asked: signedOutAt(requestedBy) }
      await jobs.add('accounts.letter', { ...link, ...asked })
    },
    async open(token, { kind, refusal }) {
      const verified = await tokens.verify(token, { kind }).catch((error: unknown) => {
        throw error instanceof TokenError ? refusal : error
      })
      const user = await users.findOne({ id: verified.userId })
      const own = user ? (localProfile(user)?.id ?? user.attaching?.email) : undefined
      const { data: link } = contents.safeParse(verified.claims[CLAIM])
      // The address may have been changed by this link already.
      const isOwn = own !== undefined && link && [link.email, link.newEmail].includes(own)
      if (!user || !isOwn || !(await sessions.isCurrent(user, verified))) throw refusal
      return { user, link }
    },
    async deliver(job, key) {
      const { purpose, email, newEmail } = job
      const user = await findRecipient(docstore, job)
      if (!user) return
      const made = await linkOf(job, user, LIFE)
      await mail.send(purpose, { to: newEmail ?? email, values: { username: user.username, ...made }, key })
    },
  }
}

/** Finds the account of a queued request; `null` if there is none, or if the link would change nothing any more. */
async function findRecipient(
  docstore: Docstore,
  { purpose, email, newEmail, attachTo, asked }: LinkJob,
): Promise<WithAttachment | null> {
  const users = docstore.collection<WithAttachment>('users')
  const findByEmail = (id: string) => users.findOne({ profiles: { $elemMatch: { provider: 'local', id } } })
  const user =
    attachTo === undefined ? await findByEmail(email) : await users.findOne({ id: attachTo, 'attaching.email': email })
  if (!user || (asked !== undefined && asked !== signedOutAt(user))) return null
  if (attachTo !== undefined) return (await findByEmail(email)) ? null : user
  if (newEmail !== undefined) return (await findByEmail(newEmail)) ? null : user
  return purpose === 'confirm-email' && isConfirmed(user) ? null : user
}

function contentsOf({ purpose, email, back, newEmail, attachTo }: LinkJob, user: WithAttachment): EmailLinkContents {
  return {
    email,
    back,
    newEmail,
    ...(purpose === 'password-reset' ? { mark: passwordDigest(user) } : {}),
    ...(attachTo === undefined || !user.attaching ? {} : { attached: passwordDigest(user.attaching) }),
  }
}

/** When a user was last signed out everywhere: the moment before which the user's tokens are refused, as ISO 8601. */
export function signedOutAt({ validAfter }: Pick<User, 'validAfter'>): string | null {
  return validAfter?.toISOString() ?? null
}
