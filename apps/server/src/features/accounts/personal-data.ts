import type { PersonalData, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { eraseJobs } from '../../jobs/erase-jobs.ts'
import { inSteps } from '../erase-steps.ts'

/** Personal access tokens, without the tokens; and jobs that wait to do something about an account. */
export const accountPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const user = await docstore.collection<User>('users').findOne({ id: userId }, { projection: { tokens: 1 } })
    for (const { name, active, issued_at } of user?.tokens ?? [])
      yield { name: 'personal-access-tokens', record: { name, active, issued_at: issued_at ?? null } }
  },
  erase: (userId, { services: { docstore } }) =>
    inSteps(
      value => eraseJobs(docstore, { type: 'accounts.delete', key: 'userId', value }),
      value => eraseJobs(docstore, { type: 'accounts.letter', key: 'attachTo', value }),
    )(userId),
}
