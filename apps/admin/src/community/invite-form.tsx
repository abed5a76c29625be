import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Invite } from '../documents/generated.ts'
import type { ListedInvitationFragment } from '../documents/types.ts'
import { Field, Form } from '../kit/form.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { useSend } from '../kit/use-send.ts'
import { LanguageField } from './language-field.tsx'
import { RoleField } from './role-field.tsx'
import type { Role } from './roles.ts'

/** Invites somebody with a role. Every role but the weakest gives access, so the password is asked for again. */
export function InviteForm({ onInvited }: { onInvited(invitation: ListedInvitationFragment): void }) {
  const { texts } = useAdmin()
  const [role, choose] = useState<Role>('MODERATOR')
  const [done, setDone] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const sending = useSend(Invite, ['email', 'password'])
  const send = async (fields: FormData) => {
    setDone(null)
    const email = String(fields.get('email') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const language = String(fields.get('language') ?? '') || null
    const invitation = (await sending.send({ input: { email, role, language, password } }))?.inviteUser?.invitation
    if (!invitation) return
    onInvited(invitation)
    setDone(texts.text('invitedNow', { email: invitation.email }))
    setTurn(turn + 1)
  }
  return (
    <details class="part invite">
      <summary>{texts.text('invite')}</summary>
      <Form sending={sending} submit={texts.text('inviteNow')} done={done} onSend={fields => void send(fields)}>
        <Field name="email" label={texts.text('emailAddress')} hint={texts.text('inviteHint')} sending={sending}>
          {control => <input key={turn} type="email" autoComplete="off" maxLength={254} {...control} />}
        </Field>
        <RoleField role={role} onChoose={choose} />
        <LanguageField sending={sending} />
        {role !== 'COMMENTER' && <PasswordField key={turn} sending={sending} />}
      </Form>
    </details>
  )
}
