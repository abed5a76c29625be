import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ExportPerson } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { useSend } from '../kit/use-send.ts'
import type { PersonDialogProps } from './person-dialog.ts'

/** Makes a link by which everything that is stored about a user can be downloaded. */
export function ExportDialog({ person, onClose }: Omit<PersonDialogProps, 'onDone'>) {
  const { texts } = useAdmin()
  const [address, setAddress] = useState<string | null>(null)
  const sending = useSend(ExportPerson)
  const { username: name } = person
  const send = async () => setAddress((await sending.send({ id: person.id }))?.downloadUser?.archiveURL ?? null)
  return (
    <Dialog title={texts.text('exportOf', { name })} onClose={onClose}>
      {address === null ? (
        <Form sending={sending} submit={texts.text('exportNow')} onCancel={onClose} onSend={() => void send()}>
          <p>{texts.text('exportMeans', { name })}</p>
        </Form>
      ) : (
        <div role="status" class="form">
          <p>{texts.text('exportReady')}</p>
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              {texts.text('toDownload', { name })}
            </a>
          </p>
          <label class="field">
            {texts.text('downloadAddress')}
            <input type="text" readOnly value={address} onFocus={event => event.currentTarget.select()} />
          </label>
        </div>
      )}
    </Dialog>
  )
}
