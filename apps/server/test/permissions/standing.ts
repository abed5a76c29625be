import type { User } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'

export const STANDINGS = ['banned', 'suspended', 'unconfirmed', 'username rejected'] as const
export type Standing = (typeof STANDINGS)[number]

/** Gives somebody a standing, as an administrator would: suspended is for an hour. */
export async function standAs(
  { services, clock, createUser }: Pick<TestPlatform, 'services' | 'clock' | 'createUser'>,
  { id }: User,
  standing: Standing,
): Promise<void> {
  const { user: administrator } = await createUser({ roles: ['ADMIN'] })
  if (standing === 'banned') await services.accountStatus.make('ban', administrator, { id })
  else if (standing === 'suspended')
    await services.accountStatus.make('suspend', administrator, {
      id,
      until: new Date(clock.now().getTime() + 3_600_000),
    })
  else if (standing === 'username rejected') await services.accountStatus.make('rejectUsername', administrator, { id })
  else {
    const users = services.docstore.collection<User>('users')
    const { profiles } = (await users.findOne({ id }))!
    await users.updateOne({ id }, { $set: { profiles: profiles.map(profile => ({ ...profile, metadata: {} })) } })
  }
}
