import type { TagLink } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** The tags that a caller sees. */
export function publicTags(links: readonly TagLink[], context: ServerContext): readonly TagLink[] {
  if (links.every(isPublic)) return links
  return seesAllTags(context) ? links : links.filter(isPublic)
}

/** Whether a caller sees the tags that are not public, too; this needs the permission to assign tags. */
export function seesAllTags(context: ServerContext): boolean {
  return context.can('ADD_COMMENT_TAG')
}

const isPublic = ({ tag }: TagLink): boolean => tag.permissions.public !== false

/** The condition in the store for the link of a tag that is public. */
export const IS_PUBLIC = { 'tag.permissions.public': { $ne: false } }
