import type { Config } from '@platform/config'
import type { Session } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import type { MailService } from '../mail/service.ts'
import type { Change, UserTransition } from './transitions.ts'

/**
 * How long the mail about a decision waits, in milliseconds. A moderator who takes the decision back within this time
 * withdraws the mail with it.
 */
export const DECISION_DELAY = 10_000

/** The mails about each part of an account status. A later decision about the part withdraws the one that waits. */
const MAILS = { banned: 'banned', suspension: 'suspended', username: 'username-rejected' } as const

/** The mails to users about whose accounts a moderator decided, or whose names changed. */
export interface DecisionMails {
  /**
   * Queues the mail about a transition, and withdraws the one that waits, within the transaction of the transition: a
   * mail is sent only if its decision is stored and stays. While too many mails wait it is left out.
   *
   * @param before the user before the transition
   */
  follow(transition: UserTransition, before: User, made: { change: Change; session: Session }): Promise<void>
}

export function createDecisionMails({
  mail,
  config: { rootUrl },
}: {
  mail: MailService
  config: Pick<Config, 'rootUrl'>
}): DecisionMails {
  /** A user who chooses a first name, in place of a generated one, gets no notification of it. */
  async function notifyOfName(
    { username: previous, status }: User,
    { to, username, session }: { to: string; username: string | undefined; session: Session },
  ): Promise<void> {
    if (username === undefined || username === previous || status.username.status === 'UNSET') return
    await mail.notify('username-changed', { to, values: { username, previous }, session })
  }

  return {
    async follow({ of, mail: template }, { id: key, username, profiles, ...before }, { change, session }) {
      if (of in MAILS) await mail.withdraw(MAILS[of as keyof typeof MAILS], key, { session })
      const to = profiles.find(profile => profile.provider === 'local')?.id
      if (to === undefined) return
      await notifyOfName({ ...before, id: key, profiles, username }, { to, username: change.username, session })
      const { message = '', until } = change
      const about = { to, key, delay: DECISION_DELAY, session }
      if (template === 'username-rejected')
        await mail.notify(template, { ...about, values: { username, message, link: `${rootUrl}/account/username` } })
      else if (message === '') return
      else if (template === 'banned') await mail.notify(template, { ...about, values: { username, message } })
      else if (template && until) await mail.notify(template, { ...about, values: { username, message, until } })
    },
  }
}
