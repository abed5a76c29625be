import type { ComponentChildren } from 'preact'
import { useSlotHost } from '../host.ts'

/** `rel` of links that users wrote: they are no recommendation of this site, and can't control its window. */
const FOREIGN = 'nofollow ugc noopener'

/**
 * A link in the text of a user.
 *
 * @example
 * <TextLink href={address}>{address}</TextLink>
 */
export function TextLink({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  const { linkTarget } = useSlotHost()
  return (
    <a href={href} rel={FOREIGN} {...(linkTarget ? { target: linkTarget } : {})}>
      {children}
    </a>
  )
}
