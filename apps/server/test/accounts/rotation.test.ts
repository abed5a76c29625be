import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requirePlugin } from '../older/require-plugin.ts'
import { post } from './attempts.ts'

const FIRST = 'the first secret of this site, 32 bytes or more'
const SECOND = 'the second secret of this site, 32 bytes or more'
const ONE: Record<string, string> = { PLATFORM_JWT_SECRET: FIRST }
const listed = (...keys: object[]) => ({ PLATFORM_JWT_SECRET: '', PLATFORM_JWT_SECRETS: JSON.stringify(keys) })
const BOTH = listed({ kid: 'new', secret: SECOND }, { kid: 'old', secret: FIRST })
const NEW_ALONE = listed({ kid: 'new', secret: SECOND })

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-rotation-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const account = { email: 'rotate@test.example', password: 'a long enough password' }
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())['kid']
const username = async (platform: TestPlatform, headers: Record<string, string>) => {
  const answer = await platform.http('/api/v1/auth', { headers })
  return answer.status === 200 ? ((await answer.json()) as { user: { username: string } }).user.username : answer.status
}

/** Runs the same site with other keys. */
async function withKeys<T>(env: Record<string, string>, act: (platform: TestPlatform) => Promise<T>): Promise<T> {
  await using platform = await createTestPlatform({ directory, env })
  return await act(platform)
}

test('users stay signed in while the one secret becomes a list, until their key is taken off it [J06]', async () => {
  const older = await withKeys(ONE, async platform => {
    await post(platform, '/api/v1/users', { ...account, username: 'rotate_me' })
    return (await post(platform, '/api/v1/auth/local', account)).body.token as string
  })
  expect(kidOf(older)).toBeUndefined()

  const newer = await withKeys(BOTH, async platform => {
    for (const headers of [{ authorization: `Bearer ${older}` }, { cookie: `authorization=${older}` }])
      expect(await username(platform, headers)).toBe('rotate_me')
    return (await post(platform, '/api/v1/auth/local', account)).body.token as string
  })
  expect(kidOf(newer)).toBe('new')

  await withKeys(NEW_ALONE, async platform => {
    expect(await username(platform, { authorization: `Bearer ${newer}` })).toBe('rotate_me')
    expect(await username(platform, { authorization: `Bearer ${older}` })).toBe(401)
  })
})

/** A plugin that signs links as older ones do. */
const LINKS = `const { jwt } = require('secrets')
module.exports = {
  router(router) {
    router.get('/api/v1/links/sign', (_req, res) => res.json(jwt.sign({ sub: 'ada' })))
    router.get('/api/v1/links/open', (req, res) => {
      try { res.json(jwt.verify(req.query.token).sub) } catch { res.json(null) }
    })
  },
}`

test('links that an older plugin signs are valid while the key of their time is on the list', async () => {
  await using links = await requirePlugin('links', { 'index.js': LINKS })
  const at = async (env: Record<string, string>, paths: readonly string[]) => {
    await using platform = await createTestPlatform({ directory, env, plugins: [links.plugin] })
    const answers: unknown[] = []
    for (const path of paths) answers.push(await (await platform.http(`/api/v1/links/${path}`)).json())
    return answers
  }
  const [older] = await at(ONE, ['sign'])
  const [newer, opened] = await at(BOTH, ['sign', `open?token=${older}`])
  expect(opened).toBe('ada')
  expect(await at(NEW_ALONE, [`open?token=${newer}`, `open?token=${older}`])).toEqual(['ada', null])
})
