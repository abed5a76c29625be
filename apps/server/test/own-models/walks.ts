import { defineModel, definePlugin } from '@platform/plugin-sdk'
import { z } from 'zod'

/** Walks of the first version: a walker and a length in miles. */
export const first = defineModel({
  name: 'walks.walked',
  record: z.strictObject({ walker: z.string(), miles: z.number().min(0) }),
})

/** Walks of the second version: `walker` is `user_id`, and the length is in kilometres. */
export const walks = defineModel({
  name: 'walks.walked',
  record: z.strictObject({
    user_id: z.string().nullable(),
    km: z.number().min(0),
    where: z.string().default('here'),
    changes: z.int().default(0),
    note: z.string().optional(),
  }),
  indexes: [{ name: 'of_place', keys: { where: 1 } }],
  version: 2,
  migrations: {
    2: ({ id, walker, miles, changes = 0 }) => {
      if (miles === 666) throw new Error('nobody walks that far')
      return { user_id: walker, km: miles * 1.6, where: id, changes: changes + 1 }
    },
  },
  personalData: { user: 'user_id', export: ({ km }) => ({ km }), erase: () => ({ user_id: null }) },
})

export const asFirst = definePlugin({ name: 'walks', sdk: '^1.0', models: [first] })
export const asSecond = definePlugin({ name: 'walks', sdk: '^1.0', models: [walks] })
