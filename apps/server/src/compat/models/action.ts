import { randomUUID } from 'node:crypto'
import type { Action } from '@platform/plugin-sdk'
import { defineModel } from './model.ts'
import { actionSchema } from './schemas.ts'

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
  schema: actionSchema,
  touches: () => ['comments'],
})

export default ActionModel
export { ActionModel as 'module.exports' }
