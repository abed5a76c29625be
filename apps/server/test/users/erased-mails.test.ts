import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import type { Job } from '../../src/jobs/model.ts'
import { postJson } from '../accounts/requests.ts'
import { startMailbox } from '../mail/smtp-server.ts'
import { placesOf } from './stored-ids.ts'

const email = 'ada@test.example'

/** A platform whose mail server does not answer any more, so that every mail waits. */
async function withoutMailServer() {
  const mailbox = await startMailbox()
  const platform = await createTestPlatform({ env: mailbox.env })
  await mailbox[Symbol.asyncDispose]()
  return platform
}

test('mails to a deleted account that wait or were given up are erased with it', async () => {
  await using platform = await withoutMailServer()
  const { services } = platform
  const jobs = services.docstore.collection<Job>('jobs')
  const ada = await platform.createUser({ username: 'ada' })
  const other = await platform.createUser({ username: 'other' })
  for (const template of ['password-changed', 'email-changed', 'deletion-cancelled'] as const)
    await services.mail.send(template, {
      to: template === 'email-changed' ? 'former@test.example' : email,
      values: { username: 'ada', email, link: 'https://example.org/' },
    })
  await services.mail.send('deletion-cancelled', { to: 'other@test.example', values: { username: 'other' } })
  await services.jobs.idle()
  await jobs.updateOne({ 'payload.template': 'password-changed' } as never, { $set: { state: 'dead', due_at: null } })
  await services.deletionRequests.request(ada.user.id)
  expect([...placesOf(email, platform).keys()].toSorted()).toEqual(['jobs', 'users'])

  await services.erasure.request(ada.user, ada.user.id)
  await services.jobs.idle()
  expect([...placesOf(email, platform).keys()]).toEqual(['deletions'])
  platform.clock.advance(61_000)
  await services.jobs.idle()
  expect(placesOf(email, platform)).toEqual(new Map())
  expect([...placesOf(other.user.profiles[0]!.id, platform).keys()].toSorted()).toEqual(['jobs', 'users'])
})

test('a mail to somebody who registers with the address of a deleted account is sent', async () => {
  await using platform = await withoutMailServer()
  const { services } = platform
  const ada = await platform.createUser({ username: 'ada' })
  await services.erasure.request(ada.user, ada.user.id)
  await services.jobs.idle()
  platform.clock.advance(1_000)
  const given = { email, username: 'ada_again', password: 'a long enough password' }
  expect(await postJson(platform, '/api/v1/users', given)).toMatchObject({ status: 201 })
  await services.jobs.idle()
  platform.clock.advance(61_000)
  await services.jobs.idle()
  expect(await services.jobs.list({ type: 'mail.send' })).toMatchObject([{ payload: { to: email }, state: 'waiting' }])
})

test('a deletion erases no mail to an address that only waited to be added to the account', async () => {
  await using platform = await withoutMailServer()
  const { services } = platform
  const { user } = await platform.createUser({ username: 'other' })
  const attaching = { email, password: 'a hash' }
  await services.docstore.collection<object>('users').updateOne({ id: user.id }, { $set: { attaching } })
  await platform.createUser({ username: 'ada' })
  await services.mail.send('deletion-cancelled', { to: email, values: { username: 'ada' } })
  await services.erasure.request(user, user.id)
  await services.jobs.idle()
  expect(await services.jobs.list({ type: 'mail.send' })).toMatchObject([{ payload: { to: email } }])
})
