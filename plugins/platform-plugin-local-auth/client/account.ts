import { type SlotViewer, useViewer } from '@platform/client-sdk'

/** Who reads, with what the fragment asks for. The stream alone asks; other pages do not know it. */
interface Account extends SlotViewer {
  readonly canAttachLocalAuth?: boolean | null
  readonly waitingEmail?: string | null
}

/**
 * What an account without an e-mail address waits for: `null` until the reader has given one, then the address to which
 * the link was sent. `undefined` for all other readers. A user without a name chooses that first.
 */
export function useWaitingEmail(): string | null | undefined {
  const viewer: Account | null = useViewer()
  if (!viewer?.canAttachLocalAuth || viewer.state?.status?.username.status === 'UNSET') return undefined
  return viewer.waitingEmail ?? null
}
