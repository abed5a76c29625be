import type { PluginContext } from '@platform/plugin-sdk'
import { UserModel } from '@platform/server/models/user'
import { bookmarksOf } from '../records.ts'

export interface BookmarkLoaders {
  /** Ids of the comments the caller keeps; none for nobody. */
  mine(): Promise<readonly string[]>
}

/**
 * `loaders`: functions that read, made once a request. Use them for everything that is read from the store:
 * what a request has read it remembers, and what many fields ask for is read together (see the package dataloader).
 */
export function loaders({ user }: PluginContext): { Bookmarks: BookmarkLoaders } {
  let mine: Promise<readonly string[]> | undefined
  const read = async (id: string) => {
    const found = await UserModel.findOne({ id }, { metadata: 1 })
    return found ? bookmarksOf(found) : []
  }
  return { Bookmarks: { mine: () => (mine ??= user ? read(user.id) : Promise.resolve([])) } }
}
