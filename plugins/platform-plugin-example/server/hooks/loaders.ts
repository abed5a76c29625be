import type { PluginContext } from '@platform/plugin-sdk'

export interface BookmarkLoaders {
  /** Ids of the comments the caller keeps; none for an anonymous reader. */
  mine(): Promise<readonly string[]>
}

/**
 * `loaders`: functions that read, made once a request. Use them for everything that is read from the store:
 * what a request has read it remembers, and what many fields ask for is read together (see the package dataloader).
 */
export function loaders({ user, services }: PluginContext): { Bookmarks: BookmarkLoaders } {
  let mine: Promise<readonly string[]> | undefined
  return { Bookmarks: { mine: () => (mine ??= user ? services.bookmarks.of(user.id) : Promise.resolve([])) } }
}
