import type { Docstore } from '@platform/docstore'
import { PlatformError, type User } from '@platform/plugin-sdk'
import { createWordFilter } from '@platform/trust'
import type { SettingsService } from '../settings/service.ts'
import { assertUsername, skeletonOf } from './rules.ts'

/**
 * Checks a username by all rules: those of every registration, renaming and sign-in by another service. Whether the
 * username is free, the unique index tells when it is stored.
 *
 * @param except the id of the user whose own name is no obstacle
 * @returns the username.
 * @throws PlatformError USERNAME_REQUIRED, NO_SPECIAL_CHARACTERS, USERNAME_LENGTH, PROFANITY_ERROR, or USERNAME_IN_USE
 * for a reserved username and for one that looks like the name of a member of the staff.
 */
export type AssertFit = (username: string, except?: string | null) => Promise<string>

/** The most members of the staff whose names are protected. */
const MOST_STAFF = 1_000

export function createUsernameRules({
  docstore,
  settings,
}: {
  docstore: Docstore
  settings: SettingsService
}): AssertFit {
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
    if (createWordFilter(wordlist.banned).test(username.replaceAll('_', ' ')))
      throw new PlatformError('PROFANITY_ERROR', 'Choose another username')
    if (await looksLikeStaff(username, except)) throw new PlatformError('USERNAME_IN_USE', 'This username is taken')
    return username
  }
}
