import { randomUUID } from 'node:crypto'
import type { Asset } from '@platform/plugin-sdk'
import { newAsset } from '../../features/assets/model.ts'
import { wordsOf } from '../../features/assets/words.ts'
import { defineModel } from './model.ts'

/** Assets, for plugins that import `models/asset`. */
export const AssetModel = defineModel<Asset>({
  collection: 'assets',
  defaults: now => ({ id: randomUUID(), ...newAsset(now, null) }),
  texts: {
    always: ['id', 'url'],
    orNull: ['title', 'description', 'author', 'image', 'section', 'subsection', 'closedMessage'],
  },
  derive(asset) {
    const words = wordsOf(asset)
    return words.join() === asset.words?.join() ? null : { words }
  },
  touches: ({ id }) => [`asset:${id}`, 'assets'],
})

export default AssetModel
export { AssetModel as 'module.exports' }
