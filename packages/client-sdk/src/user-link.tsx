import { Avatar } from '@platform/client-kit'
import { useSlotHost } from './host.ts'

/**
 * The name of a user, which leads to the page with what they have written.
 *
 * @example
 * <UserLink user={comment.user} class="author" />
 */
export function UserLink({
  user: { id, username },
  class: name,
}: {
  readonly user: { readonly id: string; readonly username: string | null }
  readonly class?: string
}) {
  const { linkTarget, userAddress } = useSlotHost()
  return (
    <a class={name} href={userAddress(id)} {...(linkTarget ? { target: linkTarget, rel: 'noopener' } : {})}>
      <bdi>{username}</bdi>
    </a>
  )
}

/**
 * The picture of a user, or the initial of the name.
 *
 * @example
 * <UserPicture user={comment.user} />
 */
export function UserPicture({
  user: { username, avatar },
}: {
  readonly user: { readonly username: string | null; readonly avatar?: string | null }
}) {
  const { pictureAddress } = useSlotHost()
  return <Avatar name={username ?? ''} picture={pictureAddress(avatar ?? null)} />
}
