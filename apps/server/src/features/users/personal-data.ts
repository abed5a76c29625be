import type { Docstore } from '@platform/docstore'
import type { PersonalData, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { ERASE_BATCH, type EraseStep, forgetDecider, inSteps } from '../erase-steps.ts'

/**
 * The account. The request to delete it removes its record, so that no way to sign in is left. The erasure removes the
 * user's id from the records of other users.
 */
export const userPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const user = await docstore.collection<User>('users').findOne({ id: userId })
    if (!user) return
    yield { name: 'account', record: account(user) }
    for (const id of user.ignoresUsers) yield { name: 'ignored-users', record: { user_id: id } }
  },
  erase: (userId, { services: { docstore } }) =>
    inSteps(
      stopBeingIgnored(docstore),
      ...['username', 'banned', 'alwaysPremod', 'suspension'].map(state =>
        forgetDecider(docstore, 'users', `status.${state}.history`),
      ),
    )(userId),
}

function stopBeingIgnored(docstore: Docstore): EraseStep {
  const users = docstore.collection<User>('users')
  return async userId => {
    const batch = await users.find({ ignoresUsers: userId }, { limit: ERASE_BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0)
      await users.updateMany({ id: { $in: batch.map(({ id }) => id) } }, { $pull: { ignoresUsers: userId } })
    return batch.length
  }
}

/** The account for the export. Each value is named, so that new fields, such as a secret, are not exported. */
function account({ id, username, roles, profiles, status, metadata, created_at, updated_at, ...user }: User) {
  const { username: name, banned, alwaysPremod, suspension } = status
  return {
    id,
    username,
    displayName: metadata['displayName'] ?? null,
    karma: metadata['trust'] ?? null,
    reported: user.action_counts,
    roles,
    profiles: profiles.map(({ provider, id: at, metadata: about }) => ({
      provider,
      id: at,
      confirmed_at: about?.confirmed_at ?? null,
    })),
    status: {
      username: { status: name.status, history: name.history.map(withoutDecider) },
      banned: { status: banned.status, history: banned.history.map(withoutDecider) },
      alwaysPremod: { status: alwaysPremod.status, history: alwaysPremod.history.map(withoutDecider) },
      suspension: { until: suspension.until, history: suspension.history.map(withoutDecider) },
    },
    deletion_at: user.deletion_at ?? null,
    last_download_at: user.last_download_at ?? null,
    created_at,
    updated_at,
  }
}

function withoutDecider<Entry extends { assigned_by: string | null }>({ assigned_by: _, ...entry }: Entry) {
  return entry
}
