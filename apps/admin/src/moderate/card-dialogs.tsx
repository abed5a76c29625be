import { useAdmin } from '../app/context.ts'
import { PersonDialog } from '../person/person-dialog.tsx'
import type { PersonDialogKind } from '../person/standing.ts'
import { usePerson } from '../person/use-person.ts'
import { Conversation } from './conversation.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { useAuthorAgain } from './use-author-again.ts'
import type { Decide } from './use-decide.ts'

/** The dialog that is open, and the comment that it is about. */
export interface OpenDialog {
  readonly kind: PersonDialogKind | 'reject' | 'conversation'
  readonly id: string
}

interface CardDialogsProps {
  readonly opened: OpenDialog
  readonly decide: Decide
  onClose(): void
}

/** The dialogs about a comment and its author. */
export function CardDialogs({ opened: { kind, id }, decide, onClose }: CardDialogsProps) {
  const { comments } = useAdmin()
  const comment = comments.find(id)?.value
  const again = useAuthorAgain()
  const user = comment?.user ?? { id: '', username: '' }
  const decisions = usePerson(user, () => again(user.id))
  if (!comment) return null
  if (kind === 'conversation') return <Conversation id={id} onClose={onClose} />
  if (kind === 'reject')
    return <RejectDialog onClose={onClose} onReject={reason => void decide(id, 'REJECTED', { reason })} />
  const rejects = (kind === 'ban' || kind === 'suspend') && comment.status !== 'REJECTED'
  return (
    <PersonDialog
      kind={kind}
      name={user.username}
      decisions={decisions}
      rejects={rejects}
      onClose={onClose}
      // What was said about the user stays on the screen.
      onDecided={() => (rejects ? decide(id, 'REJECTED', { isSilent: true }) : undefined)}
    />
  )
}
