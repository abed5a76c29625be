import type { PluginContext } from '@platform/plugin-sdk'
import type { Config } from '../config.ts'

export interface StarLoaders {
  /** Ids of the comments that the caller has starred; none for an anonymous reader. */
  mine(): Promise<readonly string[]>
}

/**
 * `loaders`: functions that read, made once for each request. Use them for every read from the store. A loader
 * remembers records that the request has read, and reads the records of many fields together (see the package
 * dataloader).
 */
export function loaders({ user, services }: PluginContext): { Stars: StarLoaders } {
  let mine: Promise<readonly string[]> | undefined
  return { Stars: { mine: () => (mine ??= user ? services.stars.of(user.id) : Promise.resolve([])) } }
}

/**
 * `context`: a value or an object for this plugin and for those that require it, at `context.plugins.<name>`. Use it
 * for values that depend on the request and are computed at most once in it. This one is the number of comments that
 * the caller may star, which is higher for moderators.
 */
export function starLimit(context: PluginContext<Config>): number {
  return context.can('SET_COMMENT_STATUS') ? context.config.maxStars * 10 : context.config.maxStars
}
