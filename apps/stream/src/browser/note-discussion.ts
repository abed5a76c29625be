import type { Stream } from '../thread/context.ts'
import { changedDiscussion, type ReadDiscussion } from './changed.ts'

/** Takes up what was read again of the discussion. What draws it is drawn again only where something has changed. */
export function noteDiscussion({ discussion }: Pick<Stream, 'discussion'>, asset: ReadDiscussion): void {
  const changed = changedDiscussion(discussion.value, asset)
  if (changed) discussion.value = { ...discussion.value, ...changed }
}
