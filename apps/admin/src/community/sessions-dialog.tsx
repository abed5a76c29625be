import { useAdmin } from '../app/context.ts'
import { EndSessionsOf } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { useSend } from '../kit/use-send.ts'
import type { PersonDialogProps } from './person-dialog.ts'

/** Signs a user out everywhere. */
export function SessionsDialog({ person, onClose, onDone }: PersonDialogProps) {
  const { texts } = useAdmin()
  const sending = useSend(EndSessionsOf)
  const { username: name } = person
  const send = async () => {
    if (!(await sending.send({ id: person.id }))) return
    onClose()
    onDone(texts.text('sessionsEnded', { name }))
  }
  return (
    <Dialog title={texts.text('endSessionsOf', { name })} onClose={onClose}>
      <Form sending={sending} submit={texts.text('endSessionsNow')} onCancel={onClose} onSend={() => void send()}>
        <p>{texts.text('endSessionsMeans', { name })}</p>
      </Form>
    </Dialog>
  )
}
