import { USER_ROLES } from '@platform/core-schema/enums'
import { BadUserInputError, type CoreMutators, NotAuthorizedError, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import { allowed, signedIn } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { parseInput, refusedField } from '../../input/invalid-input.ts'
import { wellFormed } from '../../input/well-formed.ts'
import { ownAccountMutators } from '../accounts/mutators.ts'
import { type Change, USER_TRANSITIONS, type UserTransitionName } from './transitions.ts'

/** The longest suspension: ten years, in milliseconds. */
const LONGEST_SUSPENSION = 10 * 365 * 86_400_000
const LONGEST_MESSAGE = 10_000
/** The longest reason for which a username is rejected. */
const LONGEST_REASON = 500

/** `context.mutators.User`: each mutator checks the caller; the service decides about the account. */
export function userMutators(context: ServerContext): { User: CoreMutators['User'] } {
  const { accountStatus, ignoring, erasure, users } = context.services

  async function make(name: UserTransitionName, change: Change): Promise<User> {
    return (await accountStatus.make(name, allowed(context, USER_TRANSITIONS[name].needs), change)).user
  }

  /** Users rename themselves only: the permission depends on the status of the caller's own username. */
  async function rename(name: 'setUsername' | 'changeUsername', id: string, username: string): Promise<User> {
    if (allowed(context, USER_TRANSITIONS[name].needs).id !== id)
      throw new NotAuthorizedError('You can choose your own username only')
    return make(name, { id, username: await users.checkUsername(username.trim(), id) })
  }

  return {
    User: {
      ...ownAccountMutators(context),
      setUsername: (id, username) => rename('setUsername', id, username),
      changeUsername: (id, username) => rename('changeUsername', id, username),
      async setUserUsernameStatus(id, status, reason) {
        if (status !== 'APPROVED' && status !== 'REJECTED')
          throw new BadUserInputError('A moderator makes a username APPROVED or REJECTED')
        const message = withReason(status, reason)
        return make(status === 'APPROVED' ? 'approveUsername' : 'rejectUsername', { id, ...message })
      },
      setUserBanStatus: async (id, banned, message) => make(banned ? 'ban' : 'unban', { id, ...withMessage(message) }),
      setUserAlwaysPremodStatus: async (id, always) => make(always ? 'premoderate' : 'stopPremoderating', { id }),
      async setUserSuspensionStatus(id, until, message) {
        if (until === null) return make('unsuspend', { id })
        const ahead = until.getTime() - context.services.clock.now().getTime()
        if (!(ahead > 0 && ahead <= LONGEST_SUSPENSION))
          throw refusedField('until', 'give a time within the next ten years')
        return make('suspend', { id, until, ...withMessage(message) })
      },
      async setRole(id, role) {
        if (!role) throw refusedField('role', 'choose one')
        return make('setRole', { id, role: parseInput(z.enum(USER_ROLES), role) })
      },
      ignoreUser: async ({ id }) => ignoring.add(signedIn(context), id),
      stopIgnoringUser: async ({ id }) => ignoring.remove(signedIn(context), id),
      del: async id => erasure.request(allowed(context, 'DELETE_OTHER_USER'), id),
    },
  }
}

/** Why a username is rejected, as the user reads it. */
function withReason(status: 'APPROVED' | 'REJECTED', given: string | undefined): { message?: string } {
  const reason = wellFormed(given ?? '').trim()
  if (reason === '') return {}
  if (status !== 'REJECTED') throw refusedField('reason', 'only a rejection has one; leave it out')
  if ([...reason].length > LONGEST_REASON) throw refusedField('reason', `write at most ${LONGEST_REASON} characters`)
  return { message: reason }
}

function withMessage(given: string | undefined): { message?: string } {
  const message = wellFormed(given ?? '')
  if ([...message].length > LONGEST_MESSAGE) throw refusedField('message', `at most ${LONGEST_MESSAGE} characters`)
  return message ? { message } : {}
}
