import { createPermissionCheck } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore, UpdateOperators } from '@platform/docstore'
import { NotAuthorizedError, NotFoundError, PlatformError, type Publisher, type User } from '@platform/plugin-sdk'
import { isStaff } from '../../contract/is-staff.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'
import { appended } from '../history.ts'
import type { MailService } from '../mail/service.ts'
import type { SessionsService } from '../sessions/service.ts'
import type { StaffTags } from '../tags/staff.ts'
import { assertAdministratorRemains, assertDecidesAbout } from './authority.ts'
import { createDecisionMails } from './decision-mails.ts'
import { duplicateError } from './duplicates.ts'
import { type Change, USER_TRANSITIONS, type UserTransition, type UserTransitionName } from './transitions.ts'

/** Changes the status of accounts. */
export interface AccountStatusService {
  /**
   * Makes a transition of {@link USER_TRANSITIONS} in one transaction: it stores the value and the history, and ends
   * every session where the table says so. Then it publishes the event.
   *
   * @returns the user afterwards, and whether anything changed.
   * @throws PlatformError when the actor may not make it, when there is no such user, or when the transition does not
   * start from the user's status.
   */
  make(name: UserTransitionName, actor: User, change: Change): Promise<{ user: User; changed: boolean }>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly sessions: SessionsService
  readonly mail: MailService
  readonly staffTags: StaffTags
  readonly config: Pick<Config, 'rootUrl'>
}

export function createAccountStatus({
  docstore,
  revisions,
  events,
  clock,
  sessions,
  mail,
  staffTags,
  config,
}: Dependencies): AccountStatusService {
  const users = docstore.collection<User>('users')
  const mails = createDecisionMails({ mail, config })
  const permits = createPermissionCheck({ now: () => clock.now().getTime() })

  async function store(name: UserTransitionName, actor: User, change: Change) {
    const transition: UserTransition = USER_TRANSITIONS[name]
    const now = clock.now()
    return docstore.transaction(async session => {
      const before = await users.findOne({ id: change.id }, { session })
      if (!before) throw new NotFoundError('The user')
      if (transition.by === 'moderator') assertDecidesAbout(actor, before, { oneself: transition.of === 'roles' })
      else if (actor.id !== before.id) throw new NotAuthorizedError()
      const update = updateOf(transition, { before, change, now, actor })
      if (!update) return { before, after: before, validAfter: null }
      // The permission is checked for the stored user again, because the name may have been changed a moment ago.
      if (transition.by === 'self' && !permits(before, transition.needs))
        throw new PlatformError('EDIT_USERNAME_NOT_AUTHORIZED', 'A username is changed once in 14 days', {
          status: 403,
        })
      if (endsAdministration(transition, change)) await assertAdministratorRemains(docstore, before, { session, now })
      const validAfter = transition.endsSessions ? sessions.nextValidAfter(before) : null
      const after = await users.findOneAndUpdate(
        { id: change.id },
        { ...update, $set: { ...update.$set, updated_at: now, ...(validAfter ? { validAfter } : {}) } },
        { session, returnDocument: 'after' },
      )
      if (!after) throw new NotFoundError('The user')
      if (isStaff(before) !== isStaff(after)) await staffTags.follow({ userId: after.id, session })
      await mails.follow(transition, before, { change, session })
      return { before, after, validAfter }
    })
  }

  return {
    async make(name, actor, change) {
      const { before, after, validAfter } = await store(name, actor, change).catch((error: unknown) => {
        throw duplicateError(error)
      })
      if (before === after) return { user: withoutCredentials(after), changed: false }
      revisions.bump('users')
      if (validAfter) await sessions.announce(after, validAfter)
      const user = withoutCredentials(after)
      await events.publish(USER_TRANSITIONS[name].event, eventRecord(before, user))
      return { user, changed: true }
    },
  }
}

/** The user for an event; with the name before, when the change was one of the name. */
function eventRecord({ username: previousUsername }: User, user: User): object {
  return previousUsername === user.username ? user : { ...user, previousUsername, user }
}

interface At {
  readonly before: User
  readonly change: Change
  readonly now: Date
  readonly actor: User
}

/** The update that a transition stores; `null` when the transition would change nothing. */
function updateOf(transition: UserTransition, { before, change, now, actor }: At): UpdateOperators<User> | null {
  const entry = { assigned_by: actor.id, created_at: now, ...(change.message ? { message: change.message } : {}) }
  switch (transition.of) {
    case 'username': {
      // Users that another server stored may have no username status.
      const { status }: Partial<User['status']['username']> = before.status.username
      const renaming = change.username !== undefined
      if (status === transition.to && (!renaming || change.username === before.username)) return null
      if (!transition.from.includes(status))
        throw new PlatformError(
          renaming ? 'EDIT_USERNAME_NOT_AUTHORIZED' : 'NOT_AUTHORIZED',
          `The username can't be changed while its status is ${status ?? 'not set'}`,
          { status: 403 },
        )
      if (status === 'REJECTED' && change.username?.toLowerCase() === before.lowercaseUsername)
        throw new PlatformError('SAME_USERNAME_PROVIDED', 'Choose another username than the one that was rejected')
      return {
        $set: {
          'status.username.status': transition.to,
          ...(change.username === undefined
            ? {}
            : { username: change.username, lowercaseUsername: change.username.toLowerCase() }),
        },
        $push: {
          'status.username.history': appended({
            ...entry,
            status: transition.to,
            username: change.username ?? before.username,
            assigned_by: transition.by === 'self' ? null : actor.id,
          }),
        },
      }
    }
    case 'banned':
    case 'alwaysPremod':
      if (before.status[transition.of].status === transition.to) return null
      return {
        $set: { [`status.${transition.of}.status`]: transition.to },
        $push: { [`status.${transition.of}.history`]: appended({ ...entry, status: transition.to }) },
      }
    case 'suspension': {
      const until = transition.to === 'none' ? null : (change.until ?? null)
      const current = before.status.suspension.until
      const applies = current !== null && current > now
      if (until === null ? !applies : applies && current.getTime() === until.getTime()) return null
      return {
        $set: { 'status.suspension.until': until },
        $push: { 'status.suspension.history': appended({ ...entry, until }) },
      }
    }
    case 'roles':
      if (change.role === undefined || (before.roles.length === 1 && before.roles[0] === change.role)) return null
      return { $set: { roles: [change.role] } }
  }
}

/** Whether the transition keeps an administrator from acting as one. */
function endsAdministration({ of, to }: UserTransition, { role }: Change): boolean {
  return (
    (of === 'banned' && to === true) || (of === 'suspension' && to !== 'none') || (of === 'roles' && role !== 'ADMIN')
  )
}
