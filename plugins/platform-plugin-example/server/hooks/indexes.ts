import type { IndexDeclaration } from '@platform/plugin-sdk'
import { ON_COMMENT } from '../names.ts'

/**
 * `indexes`: what the plugin's queries and sorts need to be quick. The platform makes them, and keeps them as they are
 * here.
 */
export const indexes: readonly IndexDeclaration[] = [
  { collection: 'comments', name: 'asset_bookmarks', keys: { asset_id: 1, [ON_COMMENT]: -1, created_at: -1, id: -1 } },
]
