import { randomUUID } from 'node:crypto'
import type { Filter, Update } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import { CREDENTIALS } from '../../runtime/credentials.ts'
import { currentServices } from '../../runtime/current-services.ts'
import { USER_METHODS } from '../../runtime/user-methods.ts'
import { defineModel } from './model.ts'
import { operatorsOf, overlap } from './operators.ts'
import { userSchema } from './schemas.ts'

/**
 * Gives a new user without a profile one of its own, by the user's id: profiles are unique, and two users without any
 * would have the same. An empty list takes no profile from a stored user.
 */
function rewriteUpsert(filter: Filter<User>, update: Update<User>) {
  const { $set, $setOnInsert, ...others } = operatorsOf(update)
  const [set, inserted] = [withProfiles($set), withProfiles($setOnInsert)]
  const operators = { ...others, $set: set, $setOnInsert: inserted }
  if (Object.values(operators).some(fields => Object.keys(fields).some(path => overlap(path, 'profiles'))))
    return { filter, update: operators as Update<User> }
  const given = [set['id'], inserted['id'], (filter as Record<string, unknown>)['id']].find(
    id => typeof id === 'string',
  )
  const id = given ?? randomUUID()
  const profiles = [{ provider: 'external', id }]
  const $inserted = { ...inserted, ...(given === undefined ? { id } : {}), profiles }
  return { filter, update: { ...operators, $setOnInsert: $inserted } as Update<User> }
}

function withProfiles(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { profiles, ...others } = values
  return profiles === undefined || (Array.isArray(profiles) && profiles.length === 0) ? others : { ...others, profiles }
}

/** Users, for plugins that import `models/user`. */
export const UserModel = defineModel<User>({
  collection: 'users',
  defaults(now) {
    const {
      username: _name,
      lowercaseUsername: _lowercase,
      status,
      ...rest
    } = currentServices().users.draft({ id: randomUUID(), username: '', profiles: [] }, now)
    // A plugin may give another status, with which an entry of the history would not agree. The predecessor has none.
    return { ...rest, status: { ...status, username: { ...status.username, history: [] } } }
  },
  schema: userSchema,
  rewriteUpsert,
  touches: () => ['users'],
  hidden: CREDENTIALS,
  methods: USER_METHODS,
})

export default UserModel
export { UserModel as 'module.exports' }
