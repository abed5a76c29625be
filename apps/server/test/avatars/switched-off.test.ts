import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { comeFrom, shownOf } from './operations.ts'
import { startPictureServer } from './picture-server.ts'
import { jpeg } from './pictures.ts'

const ada = { id: 'ada-1815', name: 'Ada Lovelace' }

test('a site that is switched to initials shows and fetches no picture, and removes those that it has', async () => {
  await using pictures = await startPictureServer()
  const folder = await mkdtemp(join(tmpdir(), 'avatars-'))
  const env = {
    PLATFORM_DOCSTORE_URL: `sqlite:${join(folder, 'platform.db')}`,
    PLATFORM_OUTBOUND_ALLOW: pictures.host,
  }
  try {
    const before = await createTestPlatform({ env })
    const user = await comeFrom(before, ada, pictures.put('/one', jpeg()))
    const address = (await shownOf(before, user))!
    expect((await before.http(address)).status).toBe(200)
    await before[Symbol.asyncDispose]()

    const off = await createTestPlatform({ env: { ...env, PLATFORM_DISABLE_AVATARS: 'TRUE' } })
    expect([await shownOf(off, user), (await off.http(address)).status]).toEqual([null, 404])
    await comeFrom(off, ada, pictures.put('/two', jpeg()))
    expect(pictures.times('/two')).toBe(0)
    expect(await off.services.docstore.collection('avatars').findOne({ id: user.id } as never)).toMatchObject({
      bytes: null,
      avatar_id: null,
    })
    await off[Symbol.asyncDispose]()

    await using again = await createTestPlatform({ env })
    expect([await shownOf(again, user), (await again.http(address)).status]).toEqual([null, 404])
    await comeFrom(again, ada, pictures.put('/one', jpeg()))
    expect(await shownOf(again, user)).toBe(address)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
