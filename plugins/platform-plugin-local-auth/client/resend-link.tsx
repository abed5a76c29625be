import { MutationForm, useActions, useText } from '@platform/client-sdk'

/** The button that sends the link to the waiting address again. It works without script, too. */
export function ResendLink() {
  const text = useText()
  const { mutate, notify } = useActions()
  const send = async () => {
    const { refused } = await mutate('resend', {})
    notify(refused ?? text('sentAgain'))
  }
  return (
    <MutationForm name="resend" variables={{}} onSend={() => void send()}>
      <button type="submit" class="button quiet">
        {text('resend')}
      </button>
    </MutationForm>
  )
}
