import { useAdmin } from '../app/context.ts'
import { RejectReportedName } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Field, Form } from '../kit/form.tsx'
import { useSend } from '../kit/use-send.ts'
import type { PersonDialogProps } from './person-dialog.ts'

/** Rejects a name, with what its user reads about it. */
export function RejectNameDialog({ person, onClose, onDone }: PersonDialogProps) {
  const { texts } = useAdmin()
  const sending = useSend(RejectReportedName, ['reason'])
  const { username: name } = person
  const send = async (fields: FormData) => {
    const reason = String(fields.get('reason') ?? '').trim() || null
    if (!(await sending.send({ id: person.id, reason }))) return
    onClose()
    onDone(texts.text('nameIsRejectedNow', { name }))
  }
  return (
    <Dialog title={texts.text('rejectTheName', { name })} onClose={onClose}>
      <Form
        sending={sending}
        submit={texts.text('rejectTheNameNow')}
        kind="danger"
        onCancel={onClose}
        onSend={fields => void send(fields)}
      >
        <p>{texts.text('rejectNameMeans', { name })}</p>
        <Field name="reason" label={texts.text('rejectWhy')} hint={texts.text('rejectWhyHint')} sending={sending}>
          {control => <textarea rows={3} maxLength={500} {...control} />}
        </Field>
      </Form>
    </Dialog>
  )
}
