import { AccountLink, MutationForm, useActions, useSlotHost, useTexts } from '@platform/client-sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { stepTexts } from './step-texts.ts'

interface StepsProps {
  /** The address that waits until its link is opened. */
  readonly waiting: string | null
  /** Whether the reader asked for another address. */
  readonly isChanging: boolean
}

/** What the dialog shows: the form, and then that a link was sent. */
export function Steps({ waiting, isChanging }: StepsProps) {
  const [isWriting, setIsWriting] = useState(waiting === null || isChanging)
  if (waiting === null || isWriting) return <Asking mayClose={waiting !== null} onSent={() => setIsWriting(false)} />
  return <Sent email={waiting} />
}

function Sent({ email }: { readonly email: string }) {
  const text = useTexts(stepTexts)
  const place = useRef<HTMLParagraphElement>(null)
  // The button that was pressed has gone.
  useEffect(() => place.current?.focus(), [])
  return (
    <>
      <p ref={place} tabIndex={-1}>
        {text('sent', { email })}
      </p>
      <form method="dialog">
        <button type="submit" class="button">
          {text('close')}
        </button>
      </form>
    </>
  )
}

interface AskingProps {
  readonly mayClose: boolean
  onSent(): void
}

function Asking({ mayClose, onSent }: AskingProps) {
  const text = useTexts(stepTexts)
  const { signOut } = useActions()
  const isFramed = useSlotHost().linkTarget !== undefined
  return (
    <>
      <p>{text('why')}</p>
      {isFramed ? (
        // Inside a page of another site the server adds no password.
        <p>
          <AccountLink page="account/password" class="button">
            {text('addThere')}
          </AccountLink>
        </p>
      ) : (
        <Credentials onSent={onSent} />
      )}
      {mayClose ? (
        <form method="dialog">
          <button type="submit" class="button quiet">
            {text('cancel')}
          </button>
        </form>
      ) : (
        <p>
          <button type="button" class="button quiet" onClick={signOut}>
            {text('signOut')}
          </button>
        </p>
      )}
    </>
  )
}

interface Refusal {
  readonly translation_key: string
  readonly message: string
}
type Attached = { readonly attachLocalAuth?: { readonly errors?: readonly Refusal[] | null } | null } | null

/** The form with the two fields. What is wrong with them is said all at once. */
function Credentials({ onSent }: { onSent(): void }) {
  const text = useTexts(stepTexts)
  const { mutate, refresh } = useActions()
  const [problems, setProblems] = useState<readonly string[]>([])
  const said = ({ translation_key: code, message }: Refusal) => (text(code) === code ? message : text(code))
  const send = async (given: Readonly<Record<string, unknown>>) => {
    const { data, refused } = await mutate('attach', given)
    const errors = (data as Attached)?.attachLocalAuth?.errors ?? []
    setProblems(refused !== null && errors.length === 0 ? [refused] : errors.map(said))
    if (refused !== null) return
    await refresh()
    onSent()
  }
  return (
    <MutationForm name="attach" variables={{}} onSend={given => void send(given)}>
      <label class="form-field">
        {text('email')}
        <input type="email" name="variables.email" required autoComplete="email" />
      </label>
      <label class="form-field">
        {text('password')}
        <input type="password" name="variables.password" required minLength={8} autoComplete="new-password" />
      </label>
      <p class="hint">{text('PASSWORD_LENGTH')}</p>
      <div role="alert">
        {problems.map(problem => (
          <p key={problem} class="field-error">
            {problem}
          </p>
        ))}
      </div>
      <button type="submit" class="button">
        {text('send')}
      </button>
    </MutationForm>
  )
}
