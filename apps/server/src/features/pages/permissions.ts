import type { AccessTable } from '../../perms/access.ts'

const everybodys = [
  'GET /', 'GET /demo', 'GET /assets/:file',
  'GET /discussions/:discussion', 'GET /discussions/:discussion/comments', 'GET /discussions/:discussion/comments/:comment', 'GET /discussions/:discussion/comments/:comment/fragment',
  'GET /register', 'POST /register', 'GET /sign-in', 'POST /sign-in', 'POST /sign-out',
  'GET /account/email/confirm', 'POST /account/email/confirm', 'GET /account/email/resend', 'POST /account/email/resend',
  'GET /account/password/forgotten', 'POST /account/password/forgotten', 'GET /account/password/reset', 'POST /account/password/reset',
  'GET /admin/install', 'POST /admin/install',
] as const

/** Whoever is refused gets a page that says so, or the one to sign in on. */
export const pagePermissions: AccessTable = {
  ...Object.fromEntries(everybodys.map(route => [route, 'ANYBODY' as const])),
  'POST /discussions/:discussion/comments': { needs: 'CREATE_COMMENT', itself: true },
  'GET /account': { needs: 'SIGNED_IN', itself: true },
  'GET /account/email': { needs: 'SIGNED_IN', itself: true },
  'POST /account/email': { needs: 'CHANGE_PASSWORD', itself: true },
  'GET /account/sessions': { needs: 'SIGNED_IN', itself: true },
  'POST /account/sessions': { needs: 'SIGNED_IN', itself: true },
  'GET /account/tokens': { needs: 'LIST_OWN_TOKENS', itself: true },
  'POST /account/tokens': { needs: 'CREATE_TOKEN', itself: true },
  'POST /account/tokens/revoke': { needs: 'REVOKE_TOKEN', itself: true },
  'GET /account/password': { needs: 'SIGNED_IN', itself: true },
  'POST /account/password': { needs: 'CHANGE_PASSWORD', itself: true },
  'POST /account/attach': { needs: 'SIGNED_IN', itself: true },
  'GET /account/username': { needs: 'SIGNED_IN', itself: true },
  'POST /account/username': { needs: ['SET_USERNAME', 'CHANGE_USERNAME'], itself: true },
  'GET /account/deletion': { needs: 'SIGNED_IN', itself: true },
  'POST /account/deletion': { needs: 'SIGNED_IN', itself: true },
}
