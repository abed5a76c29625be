import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { popupMessage, type Scene, startScene, whoIs } from './support/scene.ts'

/** The provider's endpoints are its own; its keys and ID tokens are these. */
let scene: Scene
let key: CryptoKey
let stranger: CryptoKey
let idToken: (claims: JWTPayload) => Promise<string>

beforeAll(async () => {
  scene = await startScene()
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  ;[key, stranger] = [own.privateKey, other.privateKey]
  scene.first.misbehave = ({ url }, response) => {
    const json = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url!.startsWith('/jwks')) json({ keys: [jwk] })
    else if (url!.startsWith('/token'))
      void idToken(usual()).then(token => {
        json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: token })
      })
    else return false
    return true
  }
})
afterAll(() => scene?.[Symbol.asyncDispose]())

const now = () => Math.floor(Date.now() / 1_000)
const usual = (): JWTPayload => ({
  iss: scene.first.issuer,
  aud: scene.first.client.clientId,
  sub: 'ada-1815',
  name: 'Ada Lovelace',
  iat: now(),
  exp: now() + 60,
  nonce: scene.first.asked('/auth').at(-1)!.get('nonce')!,
})
const sign = (claims: JWTPayload, by: CryptoKey = key) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by)
const without = (claims: JWTPayload, ...names: string[]) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))

async function signIn() {
  const browser = scene.browser()
  const end = await browser.go('/api/v1/auth/first?display=popup')
  return { browser, end }
}

test.each<[string, (claims: JWTPayload) => JWTPayload, string]>([
  ['as it should be', claims => claims, 'ada-1815'],
  ['for several, this site among them by name', claims => ({ ...claims, aud: ['the-site'] }), 'ada-1815'],
  ['with a subject that every object has', claims => ({ ...claims, sub: '__proto__' }), '__proto__'],
  [
    'with a subject that looks like an e-mail address',
    claims => ({ ...claims, sub: 'ada@example.org' }),
    'ada@example.org',
  ],
  ['with a subject of 255 characters', claims => ({ ...claims, sub: 's'.repeat(255) }), 's'.repeat(255)],
])('an ID token %s is believed', async (_what, change, subject) => {
  idToken = claims => sign(change(claims))
  const { user } = popupMessage((await signIn()).end).message.data
  expect((await scene.platform.services.users.findById(user.id))!.profiles).toEqual([
    { provider: 'first', id: subject },
  ])
})

test.each<[string, (claims: JWTPayload) => Promise<string>]>([
  ["signed by another's key", claims => sign(claims, stranger)],
  ['that is not signed', async claims => new UnsecuredJWT(claims).encode()],
  [
    'signed with the secret of the client',
    claims =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(scene.first.client.clientSecret)),
  ],
  [
    'changed after it was signed',
    async claims => {
      const [head, , signature] = (await sign(claims)).split('.')
      return [head, btoa(JSON.stringify({ ...claims, sub: 'somebody-else' })).replaceAll('=', ''), signature].join('.')
    },
  ],
  ['of another issuer', claims => sign({ ...claims, iss: 'https://evil.example' })],
  ['for another site', claims => sign({ ...claims, aud: 'another-site' })],
  ['without an audience', claims => sign(without(claims, 'aud'))],
  [
    'for this site and one that it does not trust',
    claims => sign({ ...claims, aud: ['the-site', 'another-site'], azp: 'another-site' }),
  ],
  ['of another sign-in', claims => sign({ ...claims, nonce: 'another' })],
  ['without a nonce', claims => sign(without(claims, 'nonce'))],
  ['that has ended', claims => sign({ ...claims, iat: now() - 600, exp: now() - 300 })],
  ['without an end', claims => sign(without(claims, 'exp'))],
  ['without a subject', claims => sign(without(claims, 'sub'))],
  ['whose subject is a number', claims => sign({ ...claims, sub: 1815 as never })],
  ['whose subject is an object', claims => sign({ ...claims, sub: { $gt: '' } as never })],
  ['whose subject is empty', claims => sign({ ...claims, sub: '' })],
  ['whose subject is longer than 255 characters', claims => sign({ ...claims, sub: 's'.repeat(256) })],
  ['that is none', async () => 'not a token'],
])('an ID token %s signs no user in [O06, O14]', async (_what, make) => {
  const users = scene.platform.services.docstore.collection('users')
  const before = await users.countDocuments({})
  idToken = make
  const { browser, end } = await signIn()
  expect([
    end.status,
    popupMessage(end).message.error!.code,
    await whoIs(scene, browser),
    await users.countDocuments({}),
  ]).toEqual([502, 'PROVIDER_FAILED', null, before])
})
