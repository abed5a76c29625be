import type { ComponentChildren } from 'preact'
import { useSlotHost } from './host.ts'

/** A link to a page about the reader's own account. */
export interface AccountLinkProps {
  /** Which page: `account/deletion`. */
  readonly page: string
  readonly class?: string
  /** What a plain click does in place of opening the page, once the page has its scripts. */
  readonly onOpen?: () => void
  readonly children: ComponentChildren
}

/**
 * Links to a page about the reader's own account, which works without script. In a frame it opens beside the frame.
 *
 * @example
 * <AccountLink page="account/deletion" onOpen={() => setOpen(true)}>
 *   {text('deleteAccount')}
 * </AccountLink>
 */
export function AccountLink({ page, class: name, onOpen, children }: AccountLinkProps) {
  const { accountAddress, linkTarget } = useSlotHost()
  const open = (event: MouseEvent) => {
    if (!onOpen || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      class={name}
      href={accountAddress(page)}
      onClick={open}
      {...(linkTarget ? { target: linkTarget, rel: 'noopener' } : {})}
    >
      {children}
    </a>
  )
}
