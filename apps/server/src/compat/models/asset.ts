import { randomUUID } from 'node:crypto'
import type { Asset } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current.ts'
import { defineModel } from './model.ts'

/** Assets, for plugins that import `models/asset`. */
export const AssetModel = defineModel<Asset>({
  collection: 'assets',
  defaults: now => ({ id: randomUUID(), ...currentServices().assets.draft(now) }),
  texts: {
    always: ['id', 'url'],
    orNull: ['title', 'description', 'author', 'image', 'section', 'subsection', 'closedMessage'],
  },
  derive(asset) {
    const words = currentServices().assets.wordsOf(asset)
    return words.join() === asset.words?.join() ? null : { words }
  },
  touches: ({ id }) => [`asset:${id}`, 'assets'],
})

export default AssetModel
export { AssetModel as 'module.exports' }
