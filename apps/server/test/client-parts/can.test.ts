import { type PERMISSIONS, type PermissionUser, can as serverCan } from '@platform/auth'
import { can, type SlotViewer, type ViewerPermission } from '@platform/client-sdk'
import { expect, test } from 'vitest'

const now = Date.now()
const soon = new Date(now + 60_000)
const before = new Date(now - 60_000)

/** Accounts as the server stores them, and as the browser knows them. */
const accounts = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'].flatMap(role =>
  ['UNSET', 'SET', 'APPROVED', 'REJECTED', 'CHANGED'].flatMap(username =>
    [false, true].flatMap(banned =>
      [null, before, soon].map(until => ({
        stored: {
          roles: [role],
          status: { username: { status: username }, banned: { status: banned }, suspension: { until } },
        } as unknown as PermissionUser,
        viewer: {
          id: 'a',
          username: 'ada',
          role,
          state: {
            status: {
              username: { status: username },
              banned: { status: banned },
              suspension: { until: until?.toISOString() ?? null },
            },
          },
        } satisfies SlotViewer,
      })),
    ),
  ),
)

const SHOWN = [
  'CREATE_COMMENT',
  'EDIT_COMMENT',
  'DELETE_OWN_COMMENT',
  'CREATE_ACTION',
  'DELETE_ACTION',
  'ADD_COMMENT_TAG',
  'REMOVE_COMMENT_TAG',
  'SET_COMMENT_STATUS',
  'SET_USER_USERNAME_STATUS',
  'SET_USER_BAN_STATUS',
  'SET_USER_SUSPENSION_STATUS',
  'SET_USER_ALWAYS_PREMOD_STATUS',
  'UPDATE_ASSET_SETTINGS',
  'UPDATE_ASSET_STATUS',
  'VIEW_USER_STATUS',
  'UPDATE_CONFIG',
  'UPDATE_SETTINGS',
  'UPDATE_USER_ROLES',
] as const satisfies readonly (ViewerPermission & keyof typeof PERMISSIONS)[]

// A permission that client parts can ask for is in the list.
null as unknown as ViewerPermission satisfies (typeof SHOWN)[number]

test.each(SHOWN)('a client part and the server agree on who has %s', permission => {
  const different = accounts.filter(
    ({ stored, viewer }) => can(viewer, permission, now) !== serverCan(stored, permission),
  )
  expect(different).toEqual([])
})

test('an anonymous reader has no permission', () => {
  expect(SHOWN.filter(permission => can(null, permission))).toEqual([])
})
