import type { Config } from '@platform/config'
import type { User } from '@platform/plugin-sdk'

/** The path of a user's picture; `null` for none. */
export function avatarPath(
  { avatars, rootPath }: Pick<Config, 'avatars' | 'rootPath'>,
  { avatar_id: avatarId }: Pick<User, 'avatar_id'>,
): string | null {
  return avatars && avatarId ? `${rootPath}/avatars/${avatarId}` : null
}
