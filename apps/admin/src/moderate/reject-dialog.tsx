import { useAdmin } from '../app/context.ts'
import { Dialog } from '../kit/dialog.tsx'

/** Reasons that are given, by the names of their texts. The author reads the text. */
const REASONS = ['reasonOffTopic', 'reasonInsulting', 'reasonAdvert', 'reasonRepeated'] as const

interface RejectDialogProps {
  onClose(): void
  onReject(reason: string): void
}

/** Asks for the reason of a rejection: one of those that are given, or words of the moderator's own. */
export function RejectDialog({ onClose, onReject }: RejectDialogProps) {
  const { texts } = useAdmin()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    onClose()
    onReject(String(fields.get('words') ?? '').trim() || String(fields.get('reason') ?? ''))
  }
  return (
    <Dialog title={texts.text('rejectWithReason')} onClose={onClose}>
      <form onSubmit={send}>
        <fieldset>
          <legend>{texts.text('reasonForAuthor')}</legend>
          {REASONS.map((reason, i) => (
            <label key={reason} class="choice">
              <input type="radio" name="reason" value={texts.text(reason)} defaultChecked={i === 0} />{' '}
              {texts.text(reason)}
            </label>
          ))}
        </fieldset>
        <label>
          {texts.text('ownWords')}
          <textarea name="words" rows={3} maxLength={500} />
        </label>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {texts.text('cancel')}
          </button>
          <button type="submit" class="button danger">
            {texts.text('reject')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
