import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { post, visit } from './visit.ts'

test('a user whose username is rejected gets a mail, and chooses another one by its link', async () => {
  await using platform = await createTestPlatform()
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const ada = await platform.createUser({ username: 'Rude_Name' })
  const { data } = await platform
    .as(moderator)
    .graphql('mutation($id: ID!) { rejectUsername(id: $id) { errors { translation_key } } }', { id: ada.user.id })
  expect(data).toEqual({ rejectUsername: null })
  await platform
    .as(moderator)
    .graphql('mutation($id: ID!) { rejectUsername(id: $id) { errors { translation_key } } }', { id: ada.user.id })
  platform.clock.advance(10_000)
  const mails = (await platform.mails()).filter(({ template }) => template === 'username-rejected')
  expect(mails).toMatchObject([
    { to: 'Rude_Name@test.example'.toLowerCase(), link: 'http://localhost:3000/account/username' },
  ])

  const path = new URL(mails[0]!.link!).pathname
  expect((await visit(platform, path, ada)).html).toContain('The moderators ask you to choose another username')
  const same = await post(platform, path, { username: 'Rude_Name' }, { user: ada })
  expect([same.status, same.html.includes('Choose another username than the one that was rejected')]).toEqual([
    400,
    true,
  ])
  expect((await post(platform, path, { username: 'Kind_Name', next: '/' }, { user: ada })).status).toBe(303)
  expect(await platform.services.users.findById(ada.user.id)).toMatchObject({
    username: 'Kind_Name',
    status: { username: { status: 'CHANGED' } },
  })
  expect((await visit(platform, path, ada)).html).toContain('The moderators will review the username that you chose')
  expect((await post(platform, path, { username: 'Third_Name', next: '/' }, { user: ada })).status).toBe(403)
})
