import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ChangeRole } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { useSend } from '../kit/use-send.ts'
import type { PersonDialogProps } from './person-dialog.ts'
import { RoleField } from './role-field.tsx'
import { ROLE_NAMES, type Role } from './roles.ts'

/** Gives a user another role. Every role but the weakest gives access, so the password is asked for again. */
export function RoleDialog({ person, onClose, onDone }: PersonDialogProps) {
  const { texts } = useAdmin()
  const [role, choose] = useState<Role>(person.role ?? 'COMMENTER')
  const sending = useSend(ChangeRole, ['password'])
  const { username: name } = person
  const send = async (fields: FormData) => {
    const password = String(fields.get('password') ?? '')
    if (!(await sending.send({ id: person.id, role, password }))) return
    onClose()
    onDone(texts.text('roleChanged', { name, role: texts.text(ROLE_NAMES[role]) }))
  }
  return (
    <Dialog title={texts.text('roleOf', { name })} onClose={onClose}>
      <Form
        sending={sending}
        submit={texts.text('changeRoleNow')}
        onCancel={onClose}
        onSend={fields => void send(fields)}
      >
        <p>{texts.text('roleChangeMeans', { name })}</p>
        <RoleField role={role} onChoose={choose} />
        {role !== 'COMMENTER' && <PasswordField sending={sending} />}
      </Form>
    </Dialog>
  )
}
