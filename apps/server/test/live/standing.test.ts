import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { createStanding } from '../../src/live/standing.ts'
import { asRecord } from '../../src/runtime/user-record.ts'

test('accounts are read once, and those that were not needed for long go when all are large', async () => {
  await using platform = await createTestPlatform()
  const { user } = await platform.createUser()
  const ignoresUsers = Array.from({ length: 1_000 }, () => String(crypto.randomUUID()))
  const read: string[] = []
  const standing = createStanding({
    revisions: platform.services.revisions,
    users: {
      ...platform.services.users,
      async findById(id: string) {
        read.push(id)
        return asRecord({ ...user, id, ignoresUsers })
      },
    },
  })
  const ids = Array.from({ length: 400 }, (_, n) => `account ${n}`)
  for (const id of ids) await standing.of(id)
  expect(read).toEqual(ids)
  expect(await standing.of('account 399')).toMatchObject({ id: 'account 399' })
  expect(read).toEqual(ids)
  await standing.of('account 0')
  expect(read).toEqual([...ids, 'account 0'])
})
