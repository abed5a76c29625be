import { randomUUID } from 'node:crypto'
import type { Asset } from '@platform/plugin-sdk'
import { newAsset } from '../features/assets/model.ts'
import { defineModel } from './model.ts'

/** Assets, for plugins that import `models/asset`. */
export const AssetModel = defineModel<Asset>({
  collection: 'assets',
  defaults: now => ({ id: randomUUID(), ...newAsset(now, null) }),
  touches: ({ id }) => [`asset:${id}`, 'assets'],
})

export default AssetModel
export { AssetModel as 'module.exports' }
