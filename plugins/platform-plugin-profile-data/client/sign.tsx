import { MutationForm, useActions, useText } from '@platform/client-sdk'
import { useAccount, useMoment } from './account.ts'

/** Says above the tabs that the account ends, as long as that can be taken back, with the button that does so. */
export function Sign() {
  const text = useText()
  const moment = useMoment()
  const { mutate, notify, refresh } = useActions()
  const at = useAccount()?.scheduledDeletionDate
  if (!at) return null
  const keep = async () => {
    const { refused } = await mutate('cancelDeletion', {})
    if (refused === null) await refresh()
    notify(refused ?? text('kept'))
  }
  return (
    <div class="account-ends">
      <p role="status">{text('endsAt', { time: moment(Date.parse(at)) })}</p>
      <MutationForm name="cancelDeletion" variables={{}} onSend={() => void keep()}>
        <button type="submit" class="button quiet">
          {text('keep')}
        </button>
      </MutationForm>
    </div>
  )
}
