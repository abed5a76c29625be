import type { PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import type { WithDevices } from './model.ts'

/**
 * Since when the sessions of a user count. Sessions themselves are in the browsers. The hash that says that tokens of
 * a deleted account are refused stays for as long as such a token could live.
 */
export const sessionPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const user = await docstore
      .collection<WithDevices>('users')
      .findOne({ id: userId }, { projection: { validAfter: 1, devicesAfter: 1 } })
    const [after, devicesAfter] = [user?.validAfter ?? null, user?.devicesAfter ?? null]
    if (after ?? devicesAfter)
      yield { name: 'sessions', record: { all_ended_at: after, devices_forgotten_at: devicesAfter } }
  },
  erase: () => 0,
}
