import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

/** A plugin that signs a token for the caller, and says whom a token is about. */
function signing(name: string) {
  return definePlugin({
    name,
    sdk: '^1.0',
    router: router => {
      router.post(`/api/v1/${name}/tokens/:subject`, async (req, res) => {
        const { tokens } = req.context
        const { token } = await tokens.sign({ purpose: 'link', subject: req.params['subject']!, expiresIn: 60_000 })
        res.json({ token })
      })
      router.get(`/api/v1/${name}/tokens/:token`, async (req, res) => {
        const opened = await req.context.tokens.verify(req.params['token'], { purpose: 'link' })
        res.json({ subject: opened?.subject ?? null })
      })
    },
  })
}

test('a token of a plugin opens what the plugin opens for it, and is no session, no e-mail link and no other plugin’s', async () => {
  await using platform = await createTestPlatform({ plugins: [signing('likes'), signing('other')] })
  const ada = await platform.createUser()
  const made = await platform.http(`/api/v1/likes/tokens/${ada.user.id}`, { method: 'POST' })
  const { token } = (await made.json()) as { token: string }
  const subjectBy = async (plugin: string) =>
    ((await (await platform.http(`/api/v1/${plugin}/tokens/${token}`)).json()) as { subject: string | null }).subject
  expect(await subjectBy('likes')).toBe(ada.user.id)
  expect(await subjectBy('other')).toBeNull()

  const whoami = async (init: RequestInit, query = '') => {
    const response = await platform.http(`/api/v1/graph/ql${query}`, {
      method: 'POST',
      body: JSON.stringify({ query: '{ me { id } }' }),
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    })
    const { data } = (await response.json()) as { data?: { me: unknown } | null }
    return data?.me ?? null
  }
  expect(await whoami({ headers: { authorization: `Bearer ${ada.token}` } })).toEqual({ id: ada.user.id })
  expect(await whoami({ headers: { authorization: `Bearer ${token}` } })).toBeNull()
  expect(await whoami({ headers: { cookie: `authorization=${token}` } })).toBeNull()
  expect(await whoami({}, `?access_token=${token}`)).toBeNull()

  for (const [method, path, body] of [
    ['POST', '/api/v1/account/email/verify', { token }],
    ['PUT', '/api/v1/account/password/reset', { token, password: 'a long new passphrase' }],
  ] as const) {
    const answer = await platform.http(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([path, answer.status, await answer.text()]).toEqual([path, 400, expect.stringContaining('TOKEN_INVALID')])
  }
})
