import { type Comment, NotAuthorizedError, NotFoundError, type User } from '@platform/plugin-sdk'
import { isVisible } from './model.ts'
import { makeTombstones } from './tombstones.ts'
import { announce, assertAllowed, type WriteServices } from './write.ts'

/**
 * Deletes a comment of its author: text, name and history are erased, and its place stays as a tombstone, so that the
 * replies below it stay.
 *
 * @throws NotFoundError when there is no such comment, NotAuthorizedError for a rejected one, or one of another author.
 */
export async function remove(services: WriteServices, author: User, id: string): Promise<Comment> {
  const { comments, clock, docstore } = services
  const change = await docstore.transaction(async session => {
    const before = await comments.findOne({ id, deleted_at: null }, { session })
    // The answer must not tell a hidden comment of another user from a comment that does not exist.
    if (!before || (before.author_id !== author.id && !isVisible(before))) throw new NotFoundError('The comment')
    if (before.author_id !== author.id) throw new NotAuthorizedError()
    assertAllowed('remove', before)
    const [after = before] = await makeTombstones(services, { found: [before], now: clock.now() }, session)
    return { before, after }
  })
  return (await announce(services, 'remove', change)).after
}
