import { useAdmin } from '../app/context.ts'
import { ErasePerson } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { useSend } from '../kit/use-send.ts'
import type { PersonDialogProps } from './person-dialog.ts'

/** Deletes the account of a user with everything that was written. It can't be undone. */
export function EraseDialog({ person, onClose, onDone }: Omit<PersonDialogProps, 'onDone'> & { onDone(): void }) {
  const { texts } = useAdmin()
  const sending = useSend(ErasePerson, ['password'])
  const { username: name } = person
  const send = async (fields: FormData) => {
    if (!(await sending.send({ id: person.id, password: String(fields.get('password') ?? '') }))) return
    onClose()
    onDone()
  }
  return (
    <Dialog title={texts.text('eraseOf', { name })} onClose={onClose}>
      <Form
        sending={sending}
        submit={texts.text('eraseNow')}
        kind="danger"
        onCancel={onClose}
        onSend={fields => void send(fields)}
      >
        <p>{texts.text('eraseMeans', { name })}</p>
        <PasswordField sending={sending} />
      </Form>
    </Dialog>
  )
}
