import type { Config } from '@platform/config'
import type { User } from '@platform/plugin-sdk'

/** The path of a user's picture; `null` for none. */
export function avatarPath(
  { avatars, mountPath }: Pick<Config, 'avatars' | 'mountPath'>,
  { avatar_id: avatarId }: Pick<User, 'avatar_id'>,
): string | null {
  return avatars && avatarId ? `${mountPath}/avatars/${avatarId}` : null
}
