import type { PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { eraseJobs } from '../../jobs/erase-jobs.ts'
import { forgetDecider, inSteps } from '../erase-steps.ts'
import type { Avatar } from './model.ts'

/** The picture of a user, the jobs that read it, and of a moderator the removals of other users' pictures. */
export const avatarPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const avatar = await docstore.collection<Avatar>('avatars').findOne({ id: userId })
    if (!avatar) return
    const { bytes, stored_at, removals } = avatar
    const removed_at = removals.map(({ created_at }) => created_at)
    yield { name: 'avatar', record: { type: bytes && 'image/jpeg', base64: bytes, stored_at, removed_at } }
  },
  erase: (userId, { services: { docstore } }) =>
    inSteps(
      async id => (await docstore.collection<Avatar>('avatars').deleteOne({ id })).deletedCount,
      value => eraseJobs(docstore, { type: 'avatars.fetch', key: 'userId', value }),
      forgetDecider(docstore, 'avatars', 'removals'),
    )(userId),
}
