import { useAdmin } from '../app/context.ts'
import { Invite } from '../documents/generated.ts'
import type { ListedInvitationFragment } from '../documents/types.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { useSend } from '../kit/use-send.ts'
import { LanguageField } from './language-field.tsx'

interface InviteAgainDialogProps {
  readonly invitation: ListedInvitationFragment
  onClose(): void
  onDone(invitation: ListedInvitationFragment): void
}

/** Mails another link to somebody who is invited. */
export function InviteAgainDialog({ invitation: { email, role }, onClose, onDone }: InviteAgainDialogProps) {
  const { texts } = useAdmin()
  const sending = useSend(Invite, ['password'])
  const send = async (fields: FormData) => {
    const password = String(fields.get('password') ?? '')
    const language = String(fields.get('language') ?? '') || null
    const invitation = (await sending.send({ input: { email, role, language, password } }))?.inviteUser?.invitation
    if (!invitation) return
    onClose()
    onDone(invitation)
  }
  return (
    <Dialog title={texts.text('inviteAgainTo', { email })} onClose={onClose}>
      <Form
        sending={sending}
        submit={texts.text('inviteAgainNow')}
        onCancel={onClose}
        onSend={fields => void send(fields)}
      >
        <p>{texts.text('inviteAgainMeans')}</p>
        <LanguageField sending={sending} />
        {role !== 'COMMENTER' && <PasswordField sending={sending} />}
      </Form>
    </Dialog>
  )
}
