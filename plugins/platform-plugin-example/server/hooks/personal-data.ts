import type { PersonalData, User } from '@platform/plugin-sdk'
import type {} from '@platform/server'
import { ON_USER } from '../names.ts'

/**
 * `personalData`: how what the plugin stores about users is exported and erased. Every plugin that stores the id of a
 * user, or something about one, needs it. `export` yields one record after the other. `erase` changes one batch and
 * answers how many documents that were; it is called until it answers 0.
 */
export const personalData: PersonalData = {
  async *export(userId, { services }) {
    for (const id of await services.bookmarks.of(userId)) yield { name: 'bookmarks', record: { comment_id: id } }
  },
  async erase(userId, { services: { docstore } }) {
    // What is counted on the comments names no user, and stays.
    const { modifiedCount } = await docstore
      .collection<User>('users')
      .updateMany({ id: userId, [ON_USER]: { $exists: true } }, { $unset: { [ON_USER]: true } })
    return modifiedCount
  },
}
