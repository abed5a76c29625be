import { MutationForm, useActions, useText, useTexts } from '@platform/client-sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Account, useMoment } from './account.ts'
import { stepTexts } from './step-texts.ts'
import { DownloadLink } from './your-data.tsx'

/** What is explained before the step that asks for a confirmation, in the order of the page of the account. */
const EXPLAINED = ['What', 'When', 'Copy'] as const
const CONFIRMING = EXPLAINED.length + 1

/** The four steps to the deletion of the account, and what follows. */
export function DeletionSteps({ account }: { readonly account: Account }) {
  const part = useText()
  const text = useTexts(stepTexts)
  const moment = useMoment()
  const [step, setStep] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const at = account.scheduledDeletionDate
  // Screen readers say which step it is, because the button that leads on stays the same.
  useEffect(() => heading.current?.focus(), [step, at])
  const explained = EXPLAINED[step - 1]
  const title = at ? 'requested' : explained ? `deletion${explained}Title` : 'confirmTitle'
  return (
    <>
      <h4 ref={heading} tabIndex={-1}>
        {text(title)}
      </h4>
      {at ? (
        <p>{text('requestedLead', { time: moment(Date.parse(at)) })}</p>
      ) : (
        <>
          <p class="hint">{text('deletionStep', { step, steps: CONFIRMING })}</p>
          {explained ? <p>{text(`deletion${explained}`)}</p> : <Confirmation account={account} />}
          {explained === 'Copy' && <DownloadLink account={account} />}
        </>
      )}
      <form method="dialog" class="ways">
        {!at && explained && (
          <button type="button" class="button" onClick={() => setStep(step + 1)}>
            {text('continue')}
          </button>
        )}
        {!at && step > 1 && (
          <button type="button" class="button quiet" onClick={() => setStep(step - 1)}>
            {text('back')}
          </button>
        )}
        <button type="submit" class="button quiet">
          {at ? text('close') : part('keep')}
        </button>
      </form>
    </>
  )
}

/** The form that asks for the deletion: by the word for it, and by the password where the account has one. */
function Confirmation({ account }: { readonly account: Account }) {
  const part = useText()
  const text = useTexts(stepTexts)
  const { mutate, refresh } = useActions()
  const [refused, setRefused] = useState<string | null>(null)
  const hasPassword = account.profiles?.some(({ provider }) => provider === 'local')
  const request = async (given: Readonly<Record<string, unknown>>) => {
    const answer = await mutate('requestDeletion', given)
    const { code } = answer
    setRefused(code !== null && text(code) !== code ? text(code) : answer.refused)
    if (answer.refused === null) await refresh()
  }
  return (
    <MutationForm name="requestDeletion" variables={{}} onSend={given => void request(given)}>
      <label class="form-field">
        {text('confirm')}
        <input required pattern={`\\s*${text('phrase')}\\s*`} autoComplete="off" />
      </label>
      {hasPassword && (
        <label class="form-field">
          {text('password')}
          <input type="password" name="variables.password" required autoComplete="current-password" />
        </label>
      )}
      {refused !== null && (
        <p class="field-error" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" class="button final">
        {part('deleteIt')}
      </button>
    </MutationForm>
  )
}
