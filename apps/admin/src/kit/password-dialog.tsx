import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { fieldOf, refusalText } from './refusal-text.ts'

interface PasswordDialogProps {
  readonly title: string
  /** What the button says. */
  readonly submit: string
  /** Does what needs the password. @returns why it was refused; `null` when it was done */
  onGiven(password: string): Promise<Refusal | null>
  onClose(): void
}

/** Asks for the password again, for what gives access or can't be undone. */
export function PasswordDialog({ title, submit, onGiven, onClose }: PasswordDialogProps) {
  const { texts } = useAdmin()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isSending, setSending] = useState(false)
  const text = refusal && refusalText(texts, refusal)
  const isOfField = refusal !== null && fieldOf(refusal) === 'password'
  const sending = {
    isSending,
    fields: (text !== null && isOfField ? { password: text } : {}) as Readonly<Record<string, string>>,
    rest: text !== null && !isOfField ? [text] : [],
  }
  const send = async (fields: FormData) => {
    setSending(true)
    const refused = await onGiven(String(fields.get('password')))
    setSending(false)
    setRefusal(refused)
    if (!refused) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form sending={sending} submit={submit} onCancel={onClose} onSend={fields => void send(fields)}>
        <PasswordField sending={sending} />
      </Form>
    </Dialog>
  )
}
