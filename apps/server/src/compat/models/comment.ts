import { randomUUID } from 'node:crypto'
import type { Comment } from '@platform/plugin-sdk'
import { withHistory } from '../../runtime/comment-record.ts'
import { defineModel } from './model.ts'
import { commentSchema } from './schemas.ts'

/** Comments, for plugins that import `models/comment`. Counters don't follow changes by this model. */
export const CommentModel = defineModel<Comment>({
  collection: 'comments',
  defaults: now => ({
    id: randomUUID(),
    parent_id: null,
    body_history: [],
    status: 'NONE',
    status_history: [],
    reply_count: 0,
    action_counts: {},
    tags: [],
    deleted_at: null,
    metadata: {},
    created_at: now,
    updated_at: now,
  }),
  schema: commentSchema,
  // A caller who asks for some of the fields gets no others.
  complete: comment => ('body' in comment && 'created_at' in comment ? withHistory(comment) : comment),
  methods: {
    get visible(): boolean {
      const { status } = this as unknown as Comment
      return status === 'NONE' || status === 'ACCEPTED'
    },
  },
  touches: ({ asset_id: asset }) => [`asset:${asset}`, 'comments'],
})

export default CommentModel
export { CommentModel as 'module.exports' }
