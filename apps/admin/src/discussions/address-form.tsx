import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ChangeDiscussion } from '../documents/generated.ts'
import { Field, Form } from '../kit/form.tsx'
import { useSend } from '../kit/use-send.ts'
import { Part } from './part.tsx'
import type { PartProps } from './read-discussion.ts'

/** Where the page of a discussion is, for a page that has moved. */
export function AddressForm({ discussion: { id, url }, onChange }: PartProps) {
  const { texts } = useAdmin()
  const [done, setDone] = useState<string | null>(null)
  const sending = useSend(ChangeDiscussion, ['url'])
  const send = async (fields: FormData) => {
    setDone(null)
    if (!(await sending.send({ id, input: { url: String(fields.get('url') ?? '').trim() } }))) return
    setDone(texts.text('addressChanged'))
    onChange()
  }
  return (
    <Part title={texts.text('addressOfPage')}>
      <Form
        sending={sending}
        submit={texts.text('changeAddress')}
        done={done}
        warnsOfLeaving
        onSend={fields => void send(fields)}
      >
        <Field name="url" label={texts.text('address')} hint={texts.text('addressHint')} sending={sending}>
          {control => <input type="url" dir="ltr" key={url} defaultValue={url ?? ''} {...control} />}
        </Field>
      </Form>
    </Part>
  )
}
