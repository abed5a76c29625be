import type { AccessTable } from '../../contract/access.ts'

/** The permissions to read comments, to write them, and to decide about them. */
export const commentPermissions: AccessTable = {
  'RootQuery.comment': { needs: 'ANYBODY', beyond: { 'one that is hidden': 'SEARCH_OTHERS_COMMENTS' } },
  'RootQuery.commentsById': { needs: 'ANYBODY', beyond: { 'one that is hidden': 'SEARCH_OTHERS_COMMENTS' } },
  'RootQuery.comments': {
    needs: 'ANYBODY',
    beyond: { 'of other authors with other statuses than NONE and ACCEPTED': 'SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS' },
  },
  'RootQuery.unreadComments': 'ANYBODY',
  'RootQuery.publicProfile': 'ANYBODY',
  'RootQuery.commentCount': { needs: 'SEARCH_OTHERS_COMMENTS', silent: true },
  'RootQuery.commentCounts': { needs: 'SEARCH_OTHERS_COMMENTS', silent: true },
  'Comment.body_history': { needs: 'VIEW_BODY_HISTORY', own: 'author' },
  'Comment.rejection_reason': { needs: 'SEARCH_COMMENT_STATUS_HISTORY', own: 'author' },
  'Comment.moderation': 'SET_COMMENT_STATUS',
  'Comment.revision': 'SEARCH_COMMENT_STATUS_HISTORY',
  'Comment.status_history': 'SEARCH_COMMENT_STATUS_HISTORY',
  'Comment.deleted_at': 'VIEW_COMMENT_DELETED_AT',
  'Comment.actions': 'SEARCH_ACTIONS',
  'RootMutation.createComment': 'CREATE_COMMENT',
  'RootMutation.editComment': 'EDIT_COMMENT',
  'RootMutation.deleteOwnComment': 'DELETE_OWN_COMMENT',
  'RootMutation.setCommentStatus': 'SET_COMMENT_STATUS',
  'RootMutation.takeBackDecision': 'SET_COMMENT_STATUS',
  'Subscription.commentAdded': {
    needs: 'ANYBODY',
    beyond: {
      'in every discussion': 'SUBSCRIBE_ALL_COMMENT_ADDED',
      'with other statuses than NONE and ACCEPTED': 'SUBSCRIBE_ALL_COMMENT_ADDED',
    },
  },
  'Subscription.commentEdited': { needs: 'ANYBODY', beyond: { 'in every discussion': 'SUBSCRIBE_ALL_COMMENT_EDITED' } },
  'Subscription.commentAccepted': {
    needs: 'ANYBODY',
    beyond: { 'in every discussion': 'SUBSCRIBE_ALL_COMMENT_ACCEPTED' },
  },
  'Subscription.commentRemoved': { needs: 'ANYBODY' },
  'Subscription.commentRestored': { needs: 'ANYBODY' },
  'Subscription.commentRejected': 'SUBSCRIBE_COMMENT_REJECTED',
  'Subscription.commentReset': 'SUBSCRIBE_COMMENT_RESET',
  'Subscription.commentFlagged': 'SUBSCRIBE_COMMENT_FLAGGED',
}
