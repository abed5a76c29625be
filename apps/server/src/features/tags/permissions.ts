import type { AccessTable } from '../../contract/access.ts'

/** Who tags: the staff, and everybody who may write where a tag allows it. */
export const tagPermissions: AccessTable = {
  'RootMutation.addTag': {
    needs: ['ADD_COMMENT_TAG', 'EDIT_COMMENT'],
    beyond: { 'one that is not defined': 'ADD_COMMENT_TAG' },
  },
  'RootMutation.removeTag': {
    needs: ['REMOVE_COMMENT_TAG', 'EDIT_COMMENT'],
    beyond: { 'one that is not defined': 'REMOVE_COMMENT_TAG' },
  },
}
