import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { SlotHostContext } from '../host.ts'

/** `rel` of links that users wrote: they are no recommendation of this site, and can't control its window. */
const FOREIGN = 'nofollow ugc noopener'

/**
 * A link in the text of a user.
 *
 * @example
 * <TextLink href={address}>{address}</TextLink>
 */
export function TextLink({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  // On a page without slots a link opens in the same place.
  const linkTarget = useContext(SlotHostContext)?.linkTarget
  return (
    <a href={href} rel={FOREIGN} {...(linkTarget ? { target: linkTarget } : {})}>
      {children}
    </a>
  )
}
