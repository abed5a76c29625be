import type { User } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'

export const ACCOUNT_STATUSES = ['banned', 'suspended', 'unconfirmed', 'username rejected'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** Gives a user an account status, as an administrator does. A suspension lasts an hour. */
export async function setAccountStatus(
  { services, clock, createUser }: Pick<TestPlatform, 'services' | 'clock' | 'createUser'>,
  { id }: User,
  status: AccountStatus,
): Promise<void> {
  const { user: administrator } = await createUser({ roles: ['ADMIN'] })
  if (status === 'banned') await services.accountStatus.make('ban', administrator, { id })
  else if (status === 'suspended')
    await services.accountStatus.make('suspend', administrator, {
      id,
      until: new Date(clock.now().getTime() + 3_600_000),
    })
  else if (status === 'username rejected') await services.accountStatus.make('rejectUsername', administrator, { id })
  else {
    const users = services.docstore.collection<User>('users')
    const { profiles } = (await users.findOne({ id }))!
    await users.updateOne({ id }, { $set: { profiles: profiles.map(profile => ({ ...profile, metadata: {} })) } })
  }
}
