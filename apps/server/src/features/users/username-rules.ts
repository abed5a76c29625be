import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import type { SettingsService } from '../settings/service.ts'
import { wordFilterOf } from '../settings/word-filters.ts'
import { assertUsername, skeletonOf } from './rules.ts'

/**
 * Checks a username by all rules that hold for registrations, changes of the username and sign-ins by a provider. The
 * unique index checks that the username is free, when it is stored.
 *
 * @param except the id of a user whose own name may look like the username
 * @returns the username.
 * @throws PlatformError USERNAME_REQUIRED, NO_SPECIAL_CHARACTERS, USERNAME_LENGTH, PROFANITY_ERROR, or USERNAME_IN_USE
 * for a reserved username and for one that looks like the name of a member of the staff.
 */
export type CheckUsername = (username: string, except?: string | null) => Promise<string>

/** The most members of the staff whose names are protected. */
const MOST_STAFF = 1_000

export function createUsernameRules({
  docstore,
  settings,
}: {
  docstore: Docstore
  settings: SettingsService
}): CheckUsername {
  const users = docstore.collection<User>('users')

  async function looksLikeStaff(username: string, except: string | null): Promise<boolean> {
    const skeleton = skeletonOf(username)
    const staff = await users
      .find({ roles: { $in: ['ADMIN', 'MODERATOR', 'STAFF'] } })
      .limit(MOST_STAFF)
      .toArray()
    return staff.some(user => user.id !== except && skeletonOf(user.username) === skeleton)
  }

  return async (given, except = null) => {
    const username = assertUsername(given)
    const { wordlist } = await settings.load()
    if ((await wordFilterOf(wordlist.banned)).test(username.replaceAll('_', ' ')))
      throw new PlatformError('PROFANITY_ERROR', 'Choose another username')
    if (await looksLikeStaff(username, except)) throw new PlatformError('USERNAME_IN_USE', 'This username is taken')
    return username
  }
}
