import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform, type TestUser } from '../../src/testing/index.ts'
import { PASSWORD, signIn } from '../accounts/letters.ts'
import { post, visit } from './visit.ts'

let platform: TestPlatform
let ada: TestUser
beforeAll(async () => {
  platform = await createTestPlatform()
  ada = await platform.createUser({ username: 'ada' })
})
afterAll(() => platform[Symbol.asyncDispose]())

test.each(['/account/password', '/account/deletion'])('%s asks to sign in first, and comes back', async path => {
  for (const page of [await visit(platform, path), await post(platform, path, { decision: 'leave' })]) expect([page.status, page.headers.get('location')]).toEqual([303, `/sign-in?next=${path}`])
  const page = await post(platform, '/sign-in', { email: 'ada@test.example', password: PASSWORD, next: path })
  expect(page.headers.get('location')).toBe(path)
})

test('C01: no other site changes a password or deletes an account', async () => {
  for (const path of ['/account/password', '/account/deletion']) expect((await post(platform, path, { decision: 'leave', oldPassword: PASSWORD, password: 'another long password' }, { user: ada, origin: 'https://evil.example' })).status).toBe(403)
  expect((await platform.platform.services.users.findById(ada.user.id))!.deletion_at ?? null).toBeNull()
})

test('an account is given up and kept by a button each', async () => {
  expect((await visit(platform, '/account/deletion', ada)).html).toContain('Delete my account')
  expect((await post(platform, '/account/deletion', { decision: 'leave' }, { user: ada })).status).toBe(303)
  expect((await visit(platform, '/account/deletion', ada)).html).toContain('Keep my account')
  expect((await post(platform, '/account/deletion', { decision: 'leave' }, { user: ada })).html).toContain('This account will be deleted already')
  expect((await post(platform, '/account/deletion', { decision: 'stay' }, { user: ada })).status).toBe(303)
  expect((await visit(platform, '/account/deletion', ada)).html).toContain('Delete my account')
})

test('J22: a password is changed by a form, and this browser stays signed in', async () => {
  expect((await visit(platform, '/', ada)).html).toContain('href="/account/password"')
  const wrong = await post(platform, '/account/password', { oldPassword: 'a wrong password', password: 'another long password' }, { user: ada })
  expect([wrong.status, wrong.html.includes('id="oldPassword-problem"')]).toEqual([400, true])
  const short = await post(platform, '/account/password', { oldPassword: PASSWORD, password: 'short' }, { user: ada })
  expect([short.status, short.html.includes('id="password-problem"')]).toEqual([400, true])
  const done = await post(platform, '/account/password', { oldPassword: PASSWORD, password: 'another long password' }, { user: ada })
  expect(done.status).toBe(303)
  const cookie = done.headers.get('set-cookie')!.split(';')[0]!
  expect((await platform.http('/api/v1/account', { headers: { cookie } })).status).toBe(200)
  expect((await platform.as(ada).http('/api/v1/account')).status).toBe(401)
  expect((await platform.http('/api/v1/account')).status).toBe(401)
  expect((await signIn(platform, 'ada@test.example', 'another long password')).status).toBe(200)
})
