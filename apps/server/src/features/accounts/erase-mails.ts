import type { Docstore } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import { eraseJobs } from '../../jobs/erase-jobs.ts'
import type { EraseStep } from '../erase-steps.ts'
import type { Deletion } from '../users/deletion-model.ts'

/** The values of jobs that are the address of an account. */
const ADDRESSES = [
  { type: 'accounts.letter', key: 'email' },
  { type: 'mail.send', key: 'to' },
  // The mail to the former address names the new one.
  { type: 'mail.send', key: 'values.email' },
] as const

/**
 * Removes the mails to a deleted account that wait, and those that were given up. Mails to an address that another
 * account has stay: its user may have registered since, and an address that waits for its link is nobody's yet.
 */
export function eraseMails(docstore: Docstore): EraseStep {
  const deletions = docstore.collection<Deletion>('deletions')
  const users = docstore.collection<User>('users')
  return async userId => {
    for (const value of (await deletions.findOne({ id: userId }))?.addresses ?? []) {
      if (await users.findOne({ profiles: { $elemMatch: { provider: 'local', id: value } } })) continue
      for (const named of ADDRESSES) {
        const erased = await eraseJobs(docstore, { ...named, value })
        if (erased > 0) return erased
      }
    }
    return 0
  }
}
