import { useRef, useState } from 'preact/hooks'
import type { TextName } from '../../texts/en.ts'
import { type Report, useStream } from '../context.ts'
import { useFirstFocus } from './first-focus.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'

type Reasons = readonly (readonly [reason: Report['reason'], text: TextName])[]

/** `DISAGREE` is no flag, but a don't-agree. */
const ABOUT_COMMENT: Reasons = [
  ['COMMENT_OFFENSIVE', 'reasonOffensive'],
  ['COMMENT_SPAM', 'reasonAd'],
  ['DISAGREE', 'reasonDisagree'],
  ['COMMENT_OTHER', 'reasonOther'],
]
const ABOUT_NAME: Reasons = [
  ['USERNAME_OFFENSIVE', 'reasonOffensive'],
  ['USERNAME_NOLIKE', 'reasonDislike'],
  ['USERNAME_IMPERSONATING', 'reasonImpersonation'],
  ['USERNAME_SPAM', 'reasonAd'],
  ['USERNAME_OTHER', 'reasonOther'],
]

/** The most characters of a message to the moderators. */
const LONGEST = 2_000

/** The form to report a comment, or the name of its author, to the moderators. */
export function ReportForm({ node }: FormProps) {
  const { form, texts } = useStream()
  const values = form.value?.refused?.values ?? {}
  const given = [...ABOUT_COMMENT, ...ABOUT_NAME].find(([value]) => value === values['reason'])
  const [reason, choose] = useState(given?.[0] ?? null)
  const [message, write] = useState(values['message'] ?? '')
  const first = useRef<HTMLInputElement>(null)
  useFirstFocus(first)
  const { user } = node.fields.value
  const radios = (reasons: Reasons) =>
    reasons.map(([value, text]) => (
      <label key={value} class="choice">
        <input
          ref={value === 'COMMENT_OFFENSIVE' ? first : null}
          type="radio"
          name="reason"
          value={value}
          required
          checked={reason === value}
          onChange={() => choose(value)}
        />{' '}
        {texts.text(text)}
      </label>
    ))
  return (
    <FormFrame
      node={node}
      kind="report"
      label={texts.text('reportLabel')}
      submit={texts.text('sendReport')}
      missing={() => (reason === null ? texts.text('reasonMissing') : null)}
      run={changes => changes.report(node.id, { reason: reason ?? 'COMMENT_OTHER', message })}
    >
      <fieldset>
        <legend>{texts.text('aboutComment')}</legend>
        {radios(ABOUT_COMMENT)}
      </fieldset>
      {user && (
        <fieldset>
          <legend>{texts.text('aboutName', { name: user.username })}</legend>
          {radios(ABOUT_NAME)}
        </fieldset>
      )}
      <label class="form-field">
        {texts.text('reportMessage')}
        <textarea
          name="message"
          rows={2}
          dir="auto"
          maxLength={LONGEST}
          value={message}
          onInput={event => write(event.currentTarget.value)}
        />
      </label>
    </FormFrame>
  )
}
