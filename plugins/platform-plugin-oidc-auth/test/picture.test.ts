import { expect, test } from 'vitest'
import { startPictureServer } from '../../../apps/server/test/avatars/picture-server.ts'
import { jpeg } from '../../../apps/server/test/avatars/pictures.ts'
import { avatarOf } from './support/avatar-of.ts'
import { popupMessage, startScene } from './support/scene.ts'

test('the picture that a provider names is shown after the sign-in', async () => {
  await using pictures = await startPictureServer()
  await using scene = await startScene({ env: { PLATFORM_OUTBOUND_ALLOW: pictures.host } })
  scene.first.account = { sub: 'ada-1815', name: 'Ada Lovelace', picture: pictures.put('/ada', jpeg()) }
  const { message } = popupMessage(await scene.browser().go('/api/v1/auth/first?display=popup'))
  const address = await avatarOf(scene.platform, message.data.user.id)
  expect(address).toMatch(/^\/avatars\//)
  expect([(await scene.platform.http(address!)).headers.get('content-type'), pictures.times('/ada')]).toEqual([
    'image/jpeg',
    1,
  ])
})

test('a claim that is no address gives no picture, and the user is signed in', async () => {
  await using scene = await startScene()
  scene.first.account = { sub: 'ada-1815', name: 'Ada Lovelace', picture: 42 as never }
  const { message } = popupMessage(await scene.browser().go('/api/v1/auth/first?display=popup'))
  expect(await avatarOf(scene.platform, message.data.user.id)).toBeNull()
})
