import type { PersonalData, User } from '@platform/plugin-sdk'
import type {} from '@platform/server'
import { ON_USER } from '../names.ts'

/**
 * `personalData`: exports and erases the personal data that the plugin stores. Every plugin that stores ids of users,
 * or facts about users, needs it. `export` yields one record after the other. `erase` changes one batch of documents
 * and returns their number; it is called until it returns 0.
 */
export const personalData: PersonalData = {
  async *export(userId, { services }) {
    for (const id of await services.stars.of(userId)) yield { name: 'stars', record: { comment_id: id } }
  },
  async erase(userId, { services: { docstore } }) {
    // The counts on comments name no user, so they are not changed.
    const { modifiedCount } = await docstore
      .collection<User>('users')
      .updateMany({ id: userId, [ON_USER]: { $exists: true } }, { $unset: { [ON_USER]: true } })
    return modifiedCount
  },
}
