import type { Asset, PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { forgetDecider } from '../erase-steps.ts'

/** Who opened or closed discussions. */
export const assetPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const decided = docstore.collection<Asset>('assets').find({ 'status_history.assigned_by': userId })
    for await (const { id, status_history = [] } of decided)
      for (const { closedAt, assigned_by, created_at } of status_history)
        if (assigned_by === userId) yield { name: 'discussions', record: { asset_id: id, closedAt, created_at } }
  },
  erase: (userId, { services: { docstore } }) => forgetDecider(docstore, 'assets', 'status_history')(userId),
}
