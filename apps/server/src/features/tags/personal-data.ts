import type { PersonalData, TagLink } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { eraseJobs } from '../../jobs/erase-jobs.ts'
import { forgetDecider, inSteps } from '../erase-steps.ts'

/** The tags that a user assigned. Assets have no index for that, because few of them have tags. */
export const tagPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    // Tags on users are not exported, because they are decisions of the staff about other people.
    for (const collection of ['comments', 'assets']) {
      const tagged = docstore
        .collection<{ id: string; tags: TagLink[] }>(collection)
        .find({ 'tags.assigned_by': userId })
      for await (const { id, tags } of tagged)
        for (const { tag, assigned_by, created_at } of tags)
          if (assigned_by === userId)
            yield {
              name: 'tags',
              record: { item_type: collection.toUpperCase(), item_id: id, tag: tag.name, created_at },
            }
    }
  },
  erase: (userId, { services: { docstore } }) =>
    inSteps(...['comments', 'users', 'assets'].map(collection => forgetDecider(docstore, collection, 'tags')), value =>
      eraseJobs(docstore, { type: 'comments.mark-staff', key: 'userId', value }),
    )(userId),
}
