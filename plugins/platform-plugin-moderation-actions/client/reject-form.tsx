import { MutationForm } from '@platform/client-sdk'
import { useDecisionText } from './decision-texts.ts'

/** The reasons that are given, by the names of their texts. The author reads the text. */
const REASONS = ['offTopic', 'insulting', 'advert', 'repeated'] as const

interface FormProps {
  readonly id: string
  /** The reasons of the site; empty for those that are given. */
  readonly reasons: readonly string[]
  send(variables: Readonly<Record<string, unknown>>): void
}

/** Rejects a comment with a reason for its author: one of those that are given, or words of the moderator's own. */
export function RejectForm({ id, reasons, send }: FormProps) {
  const text = useDecisionText()
  const given = reasons.length > 0 ? reasons : REASONS.map(name => text(name))
  return (
    <details class="menu-more">
      <summary class="menu-entry">{text('rejectWithReason')}</summary>
      <MutationForm name="reject" variables={{ id }} onSend={send} class="moderation-form">
        <fieldset>
          <legend>{text('reason')}</legend>
          {given.map((reason, i) => (
            <label key={reason} class="choice">
              <input type="radio" name="otherwise.reason" value={reason} defaultChecked={i === 0} />
              {reason}
            </label>
          ))}
        </fieldset>
        <label class="form-field">
          {text('ownWords')}
          <textarea name="variables.reason" rows={3} maxLength={500} />
        </label>
        <button type="submit" class="button">
          {text('reject')}
        </button>
      </MutationForm>
    </details>
  )
}
