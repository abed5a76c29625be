import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'

/** A user with an account at the provider. */
export interface Account {
  readonly sub: string
  readonly name?: string
  readonly picture?: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** An OpenID provider on this machine, with a client for one site. */
export interface OpenidProvider extends AsyncDisposable {
  readonly issuer: string
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** Who sits in front of the browser. */
  account: Account
  /** Answers some requests itself, if set: for a provider that is broken. @returns whether it did. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /** What was asked for at an endpoint, last to come last. */
  asked(path: string): readonly URLSearchParams[]
}

interface Options {
  readonly redirectUris: readonly string[]
  readonly clientId?: string
  /** Whether the user must press a button there, as in a browser. */
  readonly asks?: boolean
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post'
}

/** Starts one. PKCE is required, codes work once, ID tokens are signed. */
export async function startProvider({
  redirectUris,
  clientId = 'the-site',
  asks = false,
  authMethod = 'client_secret_basic',
}: Options): Promise<OpenidProvider> {
  let listener: RequestListener = (_request, response) => {
    response.writeHead(503).end()
  }
  const asked: { path: string; query: URLSearchParams }[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    asked.push({ path: pathname, query: searchParams })
    if (!started.misbehave?.(request, response)) void listener(request, response)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId, clientSecret: 'a secret between the site and the provider' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...started.account, sub }) }),
    cookies: { keys: ['a key of a test'] },
  })
  provider.on('server_error', (_ctx, error) => {
    console.error(error)
  })
  const rest = provider.callback()
  listener = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer)
    if (!pathname.startsWith('/interaction/')) return void rest(request, response)
    if (asks && !searchParams.has('agreed')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<!doctype html><title>Provider</title><a href="${pathname}?agreed=yes">I am ${started.account.sub}</a>
    <a href="${pathname}?agreed=no">No</a>`,
      )
    } else if (searchParams.get('agreed') === 'no') {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: '<img src=x onerror=alert(1)>',
      })
    } else await agree(provider, { request, response, account: started.account })
  }
  const started: OpenidProvider = {
    issuer,
    client,
    account: { sub: 'ada-1815', name: 'Ada Lovelace' },
    misbehave: null,
    asked: path => asked.filter(one => one.path === path).map(({ query }) => query),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
  return started
}

/** People can be asked which of their accounts they mean, as Google does. */
function policy() {
  const base = interactionPolicy.base()
  base.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return base
}

async function agree(
  provider: Provider,
  { request, response, account }: { request: IncomingMessage; response: ServerResponse; account: Account },
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: account.sub, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: account.sub },
    consent: { grantId: await grant.save() },
  })
}
