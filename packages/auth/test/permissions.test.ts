import { describe, expect, test } from 'vitest'
import {
  can,
  createPermissionCheck,
  defineRoleGuard,
  isBarred,
  isRole,
  PERMISSIONS,
  type Permission,
  type PermissionUser,
  ROLES,
  type Role,
  strongestRole,
} from '../src/index.ts'
import { DAY, NOW } from './fixtures.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]
const check = createPermissionCheck({ now: () => NOW })

/** Someone who meets every condition that is not about the role. */
const user = (role: string, status: PermissionUser['status'] = {}): PermissionUser => ({
  roles: [role],
  status,
  profiles: [{ provider: 'local' }],
})

test('the permission table', () => {
  const cell = (permission: Permission, role: Role) => {
    const usable = check(user(role), permission)
    const rejected = check(user(role, { username: { status: 'REJECTED', history: [] } }), permission)
    if (usable === rejected) return usable ? '✓' : '·'
    return usable ? 'username' : 'rejected'
  }
  const line = (first: string, others: readonly string[]) =>
    [first.padEnd(37), ...others.map(text => text.padEnd(9))].join(' ').trimEnd()
  const lines = ALL.map(permission =>
    line(
      permission,
      ROLES.map(role => cell(permission, role)),
    ),
  )
  expect(`\n${[line('permission', ROLES), ...lines].join('\n')}\n`).toMatchInlineSnapshot(`
    "
    permission                            ADMIN     MODERATOR STAFF     COMMENTER
    CREATE_COMMENT                        username  username  username  username
    EDIT_COMMENT                          username  username  username  username
    DELETE_OWN_COMMENT                    ✓         ✓         ✓         ✓
    CREATE_ACTION                         username  username  username  username
    DELETE_ACTION                         username  username  username  username
    CHANGE_USERNAME                       rejected  rejected  rejected  rejected
    SET_USERNAME                          username  username  username  username
    CHANGE_PASSWORD                       ✓         ✓         ✓         ✓
    ADD_COMMENT_TAG                       ✓         ✓         ✓         ·
    REMOVE_COMMENT_TAG                    ✓         ✓         ✓         ·
    OPEN_ADMIN                            ✓         ✓         ·         ·
    SET_COMMENT_STATUS                    ✓         ✓         ·         ·
    SET_USER_USERNAME_STATUS              ✓         ✓         ·         ·
    SET_USER_BAN_STATUS                   ✓         ✓         ·         ·
    SET_USER_SUSPENSION_STATUS            ✓         ✓         ·         ·
    SET_USER_ALWAYS_PREMOD_STATUS         ✓         ✓         ·         ·
    WRITE_USER_NOTES                      ✓         ✓         ·         ·
    UPDATE_ASSET_SETTINGS                 ✓         ✓         ·         ·
    UPDATE_ASSET_STATUS                   ✓         ✓         ·         ·
    UPDATE_CONFIG                         ✓         ·         ·         ·
    UPDATE_SETTINGS                       ✓         ·         ·         ·
    UPDATE_USER_ROLES                     ✓         ·         ·         ·
    INVITE_USERS                          ✓         ·         ·         ·
    MERGE_ASSETS                          ✓         ·         ·         ·
    END_OTHER_SESSIONS                    ✓         ·         ·         ·
    CREATE_TOKEN                          ✓         ·         ·         ·
    REVOKE_TOKEN                          ✓         ·         ·         ·
    LIST_OWN_TOKENS                       ✓         ·         ·         ·
    DELETE_OTHER_USER                     ✓         ·         ·         ·
    DOWNLOAD_OTHER_USER                   ✓         ·         ·         ·
    SEARCH_ASSETS                         ✓         ✓         ·         ·
    SEARCH_OTHER_USERS                    ✓         ✓         ·         ·
    SEARCH_ACTIONS                        ✓         ✓         ·         ·
    SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS  ✓         ✓         ·         ·
    SEARCH_OTHERS_COMMENTS                ✓         ✓         ·         ·
    SEARCH_COMMENT_STATUS_HISTORY         ✓         ✓         ·         ·
    VIEW_USER_STATUS                      ✓         ✓         ·         ·
    VIEW_USER_NOTES                       ✓         ✓         ·         ·
    VIEW_PROTECTED_SETTINGS               ✓         ✓         ·         ·
    VIEW_STATISTICS                       ✓         ✓         ·         ·
    VIEW_USER_ROLE                        ✓         ✓         ·         ·
    VIEW_USER_EMAIL                       ✓         ✓         ·         ·
    VIEW_BODY_HISTORY                     ✓         ✓         ·         ·
    VIEW_COMMENT_DELETED_AT               ✓         ✓         ·         ·
    SUBSCRIBE_ALL_COMMENT_ACCEPTED        ✓         ✓         ·         ·
    SUBSCRIBE_COMMENT_REJECTED            ✓         ✓         ·         ·
    SUBSCRIBE_COMMENT_FLAGGED             ✓         ✓         ·         ·
    SUBSCRIBE_COMMENT_RESET               ✓         ✓         ·         ·
    SUBSCRIBE_ALL_COMMENT_ADDED           ✓         ✓         ·         ·
    SUBSCRIBE_ALL_COMMENT_EDITED          ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USER_SUSPENDED          ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USER_BANNED             ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USERNAME_REJECTED       ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USERNAME_APPROVED       ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USERNAME_FLAGGED        ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USERNAME_CHANGED        ✓         ✓         ·         ·
    SUBSCRIBE_ALL_USER_CREATED            ✓         ✓         ·         ·
    "
  `)
})

describe('before the table', () => {
  test('an anonymous caller may do nothing', () => {
    expect(ALL.filter(permission => check(null, permission) || check(undefined, permission))).toEqual([])
  })

  test.each<[string, PermissionUser['status']]>([
    ['banned', { banned: { status: true } }],
    ['suspended', { suspension: { until: new Date(NOW + 1) } }],
    ['suspended until an unreadable date', { suspension: { until: new Date(Number.NaN) } }],
  ])('a user who is %s may do nothing in any role', (_, status) => {
    expect(ROLES.flatMap(role => ALL.filter(permission => check(user(role, status), permission)))).toEqual([])
    expect(check({ ...user('ADMIN', status), system: true }, 'CREATE_COMMENT')).toBe(false)
  })

  test.each<[string, PermissionUser['status']]>([
    ['not banned', { banned: { status: false } }],
    ['suspended until now', { suspension: { until: new Date(NOW) } }],
    ['once suspended', { suspension: { until: null } }],
    ['nothing known', undefined],
  ])('%s: as usual', (_, status) => {
    expect(check({ ...user('ADMIN'), status: status ?? {} }, 'UPDATE_SETTINGS')).toBe(true)
    expect(isBarred({ roles: [], ...(status && { status }) }, NOW)).toBe(false)
  })

  test('the system may do everything', () => {
    expect(check({ roles: [], system: true }, ...ALL)).toBe(true)
  })

  test.each(['CREATE_COMMENTS', '__proto__', 'constructor', 'toString', ''])(
    'the permission %j does not exist',
    name => {
      expect(() => check(user('ADMIN'), name as Permission)).toThrow(
        expect.objectContaining({ code: 'PERMISSION_UNKNOWN' }),
      )
      expect(() => check(null, name as Permission)).toThrow(expect.objectContaining({ code: 'PERMISSION_UNKNOWN' }))
    },
  )

  test('asking for no permission is a mistake', () => {
    expect(() => can(user('ADMIN'))).toThrow(expect.objectContaining({ code: 'PERMISSION_UNKNOWN' }))
  })

  test('all named permissions are needed', () => {
    expect(can(user('STAFF'), 'CREATE_COMMENT', 'ADD_COMMENT_TAG')).toBe(true)
    expect(can(user('STAFF'), 'CREATE_COMMENT', 'SET_COMMENT_STATUS')).toBe(false)
  })
})

describe('conditions', () => {
  const named = (status: NonNullable<NonNullable<PermissionUser['status']>['username']>) =>
    user('COMMENTER', { username: status })

  test.each([
    ['UNSET', false],
    ['SET', true],
    ['APPROVED', true],
    ['REJECTED', false],
    ['CHANGED', false],
    [undefined, true],
    [null, true],
  ] as const)('with the name %s commenting is %s [R10]', (status, allowed) => {
    for (const permission of ['CREATE_COMMENT', 'EDIT_COMMENT', 'CREATE_ACTION', 'DELETE_ACTION'] as const) {
      expect(check(named({ status }), permission)).toBe(allowed)
    }
    expect(check(named({ status }), 'CHANGE_USERNAME')).toBe(status === 'REJECTED')
  })

  test('a name can be set while unset, or when every change is older than 14 days [U15]', () => {
    const at = (...ages: number[]) => ages.map(age => ({ created_at: new Date(NOW - age) }))
    expect(check(named({ status: 'UNSET', history: at(DAY) }), 'SET_USERNAME')).toBe(true)
    expect(check(named({ status: 'SET', history: at(15 * DAY, 20 * DAY) }), 'SET_USERNAME')).toBe(true)
    expect(check(named({ status: 'SET', history: at(20 * DAY, DAY) }), 'SET_USERNAME')).toBe(false)
    expect(check(named({ status: 'SET', history: at(14 * DAY) }), 'SET_USERNAME')).toBe(false)
    expect(check(named({ status: 'SET', history: at(Number.NaN) }), 'SET_USERNAME')).toBe(false)
  })

  test('a password can be changed by users who sign in with an e-mail address here', () => {
    expect(check(user('COMMENTER'), 'CHANGE_PASSWORD')).toBe(true)
    expect(check({ ...user('ADMIN'), profiles: [] }, 'CHANGE_PASSWORD')).toBe(false)
    expect(check({ ...user('ADMIN'), profiles: [{ provider: 'social' }] }, 'CHANGE_PASSWORD')).toBe(false)
  })
})

describe('roles', () => {
  test.each<[string[], Role]>([
    [['COMMENTER', 'ADMIN', 'STAFF'], 'ADMIN'],
    [['STAFF', 'MODERATOR'], 'MODERATOR'],
    [['COMMENTER', 'STAFF'], 'STAFF'],
    [[], 'COMMENTER'],
    [['admin', 'OWNER'], 'COMMENTER'],
  ])('the strongest of %j is %s', (roles, strongest) => {
    expect(strongestRole(roles)).toBe(strongest)
  })

  test('several roles give what the strongest gives', () => {
    expect(check({ roles: ['COMMENTER', 'MODERATOR'] }, 'SET_COMMENT_STATUS')).toBe(true)
  })

  test('isRole knows exact names only', () => {
    expect(['ADMIN', 'admin', 'OWNER', '', null, ['ADMIN']].map(isRole)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('role guards [R21]', () => {
  test.each(['ADMN', 'admin', '', '__proto__'])('the role %j does not exist', role => {
    expect(() => defineRoleGuard('ADMIN', role as Role)).toThrow(expect.objectContaining({ code: 'ROLE_UNKNOWN' }))
  })

  test('without roles anyone passes who is signed in and not banned', () => {
    const signedIn = defineRoleGuard()
    expect(
      [user('COMMENTER'), user('COMMENTER', { banned: { status: true } }), null, undefined].map(who => signedIn(who)),
    ).toEqual([true, false, false, false])
  })

  test('with roles one of them is needed, exactly', () => {
    const guard = defineRoleGuard('MODERATOR', 'STAFF')
    expect([...ROLES.map(role => guard(user(role))), guard(null)]).toEqual([false, true, true, false, false])
    expect(guard({ roles: ['COMMENTER', 'STAFF'] })).toBe(true)
  })

  test('a ban or a suspension takes the role away, until it ends', () => {
    const guard = defineRoleGuard('ADMIN')
    const suspended = user('ADMIN', { suspension: { until: new Date(NOW) } })
    expect(guard(user('ADMIN', { banned: { status: true } }))).toBe(false)
    expect([guard(suspended, NOW - 1), guard(suspended, NOW)]).toEqual([false, true])
  })
})
