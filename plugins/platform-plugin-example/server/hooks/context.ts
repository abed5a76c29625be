import type { BareContext } from '../context-types.ts'

/**
 * `context`: a value or a tool for this plugin and for those that require it, at `context.plugins.<name>`.
 * Use it for what depends on the request and is worked out at most once in it. This one is how many bookmarks the
 * caller may keep: those who moderate keep more.
 */
export function bookmarkLimit(context: BareContext): number {
  return context.can('SET_COMMENT_STATUS') ? context.config.most * 10 : context.config.most
}
