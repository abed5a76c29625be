import { PASSWORD, type Person } from './site.ts'

/** Requests to one server, as clients send them. */
export interface Calls {
  /** @returns the token. */
  signIn(person: Person): Promise<string>
  signOut(token: string): Promise<void>
  /** Whether a token is accepted, as a status. */
  status(token: string): Promise<number>
  /** The hours by which the server's clock is ahead. */
  hour(): Promise<number>
  setRole(by: Person, id: string, role: string): Promise<void>
  /** The data of a GraphQL request. @throws Error with the errors that it was answered with. */
  graphql(query: string, variables?: object, by?: Person): Promise<any>
  readiness(): Promise<string>
}

export function call(url: string): Calls {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const calls: Calls = {
    async signIn({ email }) {
      const response = await post('/api/v1/auth/local', { email, password: PASSWORD })
      const { token } = (await response.json()) as { token?: string }
      if (token === undefined) throw new Error(`signing in was answered with ${response.status}`)
      return token
    },
    async signOut(token) {
      const { status } = await fetch(`${url}/api/v1/auth`, { method: 'DELETE', headers: bearer(token) })
      if (status !== 204) throw new Error(`signing out was answered with ${status}`)
    },
    status: async token => (await fetch(`${url}/api/v1/auth`, { headers: bearer(token) })).status,
    async hour() {
      const response = await fetch(`${url}/api/v1`)
      await response.body?.cancel()
      // Zero may be negative.
      return 0 + Math.round((Date.parse(response.headers.get('date') ?? '') - Date.now()) / 3_600_000)
    },
    async setRole(by, id, role) {
      await calls.graphql(
        'mutation ($id: ID!, $role: USER_ROLES, $password: String) { answer: setUserRole(id: $id, role: $role, password: $password) { errors { translation_key } } }',
        { id, role, password: PASSWORD },
        by,
      )
    },
    async graphql(query, variables = {}, by) {
      const response = await post('/api/v1/graph/ql', { query, variables }, by ? bearer(by.token) : {})
      const { data, errors } = (await response.json()) as { data?: any; errors?: unknown[] }
      const refused = data?.answer?.errors ?? []
      if (errors || refused.length > 0) throw new Error(JSON.stringify(errors ?? refused))
      return data
    },
    readiness: async () => (await fetch(`${url}/readyz`)).text(),
  }
  return calls
}
