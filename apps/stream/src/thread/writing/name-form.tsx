import { useEffect, useRef, useState } from 'preact/hooks'
import { useStream } from '../context.ts'

/** The form to choose a username, for a user who has none or whose name was rejected. */
export function NameForm() {
  const { actions, texts } = useStream()
  const [name, write] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  // It stands inside the form of a comment that is written already, so it can't be a form itself.
  const send = async (event: Event) => {
    event.preventDefault()
    const answer = await actions?.changes().then(({ chooseName }) => chooseName(name.trim()))
    if (answer?.done === false) setProblem(answer.message)
  }
  return (
    <fieldset class="name-form" aria-label={texts.text('chooseName')}>
      <label class="form-field">
        {texts.text('username')}
        <input
          ref={field}
          autoComplete="username"
          value={name}
          aria-invalid={problem ? 'true' : undefined}
          onInput={event => write(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && void send(event)}
        />
      </label>
      <button type="button" class="button" onClick={event => void send(event)}>
        {texts.text('useName')}
      </button>
      {problem && (
        <p class="outcome wrong" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
