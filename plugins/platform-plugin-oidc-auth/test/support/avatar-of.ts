import type { TestPlatform } from '@platform/plugin-testing'

/** The address of a user's picture, after all pictures that were named are read. */
export async function avatarOf(platform: TestPlatform, id: string): Promise<string | null> {
  await platform.services.jobs.idle()
  const user = (await platform.services.users.findById(id))!
  const { data } = await platform.as(user).graphql<{ me: { avatar: string | null } }>('{ me { avatar } }')
  return data!.me.avatar
}
