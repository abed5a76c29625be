import { randomUUID } from 'node:crypto'
import type { Action } from '@platform/plugin-sdk'
import { defineModel } from './model.ts'

/** Actions, for plugins that import `models/action`. Counters don't follow changes by this model. */
export const ActionModel = defineModel<Action>({
  collection: 'actions',
  defaults: now => ({
    id: randomUUID(),
    user_id: null,
    group_id: null,
    metadata: {},
    created_at: now,
    updated_at: now,
  }),
  texts: { always: ['id', 'action_type', 'item_id', 'item_type'], orNull: ['user_id', 'group_id'] },
  touches: () => ['comments'],
})

export default ActionModel
export { ActionModel as 'module.exports' }
