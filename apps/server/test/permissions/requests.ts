import type { Caller, World } from './world.ts'

const json = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const form = (fields: Record<string, string>): RequestInit => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** The bodies and parameters for routes whose permission depends on more than the caller. */
const BODIES: Readonly<Record<string, (world: World) => RequestInit>> = {
  'POST /api/v1/auth/local': ({ author }) =>
    json({ email: `${author.username}@test.example`, password: 'a long enough password' }),
  'POST /sign-in': ({ author }) =>
    form({ email: `${author.username}@test.example`, password: 'a long enough password' }),
  'POST /api/v1/graph/ql': () => json({ query: '{ settings { moderation } }' }),
  'POST /api/v1/csp': () => ({ headers: { 'content-type': 'application/csp-report' }, body: '{"csp-report":{}}' }),
  'POST /account/deletion': () => form({ decision: 'stay' }),
  'POST /account/password': () => form({ oldPassword: 'not the password', password: 'another long enough password' }),
  'POST /discussions/:discussion/comments': () => form({ body: 'Tried on the page' }),
}

/** The request that tries a route. */
export function requestOf(place: string, world: World, { own }: Caller): { path: string; init: RequestInit } {
  const [method = '', pattern = ''] = place.split(' ')
  const ids: Readonly<Record<string, string>> = {
    id: world.asset.id,
    discussion: world.asset.id,
    comment: own.id,
    user_id: world.author.id,
    file: 'none.css',
    // Without a reason a report is refused, from every user.
    form: 'report',
  }
  const path = pattern.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? '-')
  const body =
    method === 'GET' || method === 'DELETE'
      ? {}
      : (BODIES[place]?.(world) ?? (path.startsWith('/api/') ? json({}) : form({})))
  return {
    path: place === 'GET /api/v1/graph/ql' ? `${path}?query={settings{moderation}}` : path,
    init: { ...body, method },
  }
}

/** Whether an answer sends the caller away because of who they are. */
export async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 303) return /\/sign-in/.test(response.headers.get('location') ?? '')
  if (response.status !== 401 && response.status !== 403) return false
  const text = await response.text()
  // What is wrong with a password or a link is no word about the caller.
  return !/TOKEN_INVALID|PASSWORD_INCORRECT/.test(text)
}
