import { useAdmin } from '../app/context.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Reasons } from '../kit/reasons.tsx'
import { useModerationTexts } from '../kit/use-moderation-texts.ts'

interface RejectDialogProps {
  onClose(): void
  onReject(reason: string): void
}

/** Asks for the reason of a rejection: one of those that are given, or words of the moderator's own. */
export function RejectDialog({ onClose, onReject }: RejectDialogProps) {
  const { texts } = useAdmin()
  const given = useModerationTexts()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    onClose()
    onReject(String(fields.get('words') ?? '').trim() || String(fields.get('reason') ?? ''))
  }
  return (
    <Dialog title={texts.text('rejectWithReason')} onClose={onClose}>
      {!given ? (
        <p class="soft">{texts.text('reading')}</p>
      ) : (
        <form onSubmit={send}>
          <Reasons name="reason" label={texts.text('reasonForAuthor')} reasons={given.reasons} />
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
      )}
    </Dialog>
  )
}
