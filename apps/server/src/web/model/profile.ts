import { documents, ownCommentsQuery } from '@platform/stream'
import type { ServerContext } from '../../contract/context.ts'
import { ask } from '../stream/ask.ts'

/** The caller's own profile with a page of their comments, in whatever status these are. */
export function readOwnProfile(context: ServerContext, after: string | null = null) {
  return ask(context, documents.OwnProfile, { comments: ownCommentsQuery(after) })
}
