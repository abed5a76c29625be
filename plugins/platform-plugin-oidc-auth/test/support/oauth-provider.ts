import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider without OpenID is like. */
interface Options {
  /** The addresses for authorizing, exchanging a code and reading a profile. */
  readonly paths: { readonly authorize: string; readonly token: string; readonly profile: string }
  readonly client: { readonly id: string; readonly secret: string }
  /** How a code, or a client, that is wrong is refused. */
  readonly refusals: Readonly<Record<'code' | 'client', { readonly status: number; readonly body: object }>>
  /** Whether a request for the profile is as the provider wants it. */
  readonly admits?: (
    request: IncomingMessage,
    about: { readonly query: URLSearchParams; readonly token: string },
  ) => boolean
}

/** An OAuth 2 provider on this machine: codes work once, with the right verifier, client and redirect address. */
export interface OauthProvider extends AsyncDisposable {
  readonly url: string
  /** The provider's answer to a request for the profile of the browser's user. */
  profile: unknown
  readonly asked: URLSearchParams[]
}

export async function startOauthProvider({
  paths,
  client,
  refusals,
  admits = () => true,
}: Options): Promise<OauthProvider> {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>()
  const tokens = new Set<string>()
  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://localhost')
    if (request.method === 'GET' && pathname === paths.authorize) {
      provider.asked.push(query)
      const code = randomUUID()
      codes.set(code, { challenge: query.get('code_challenge')!, redirectUri: query.get('redirect_uri')! })
      const back = new URL(query.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code, state: query.get('state')! }))
      response.writeHead(302, { location: back.href }).end()
    } else if (request.method === 'POST' && pathname === paths.token) {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      const known = codes.get(form.get('code')!)
      codes.delete(form.get('code')!)
      const verified = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const right = known && known.challenge === verified && known.redirectUri === form.get('redirect_uri')
      const refusal =
        form.get('client_id') !== client.id || form.get('client_secret') !== client.secret
          ? refusals.client
          : right
            ? null
            : refusals.code
      if (refusal) return json(response, refusal.status, refusal.body)
      const token = randomUUID()
      tokens.add(token)
      json(response, 200, { access_token: token, token_type: 'bearer', scope: '' })
    } else if (request.method === 'GET' && pathname === paths.profile) {
      const token = request.headers.authorization?.replace(/^bearer /i, '') ?? ''
      if (tokens.has(token) && admits(request, { query, token })) json(response, 200, provider.profile)
      else json(response, 401, { message: 'Bad credentials' })
    } else json(response, 404, { message: 'Not Found' })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const provider: OauthProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    profile: null,
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
  return provider
}
