import { MutationForm, useActions, useText } from '@platform/client-sdk'
import { type Account, useMoment } from './account.ts'

/** What becomes of the account when it is deleted, and the form that asks for it; or the way back. */
export function Deletion({ account: { scheduledDeletionDate: at } }: { readonly account: Account }) {
  const text = useText()
  const { mutate, notify, refresh } = useActions()
  const request = async () => {
    const { refused } = await mutate('requestDeletion', {})
    if (refused !== null) return notify(refused)
    await refresh()
  }
  return (
    <section class="profile-data" aria-labelledby="profile-deletion">
      <h3 id="profile-deletion">{text('deletion')}</h3>
      {at ? (
        <Ends at={at} />
      ) : (
        <details>
          <summary>{text('deleteIt')}</summary>
          <ul>
            <li>{text('whatGoes')}</li>
            <li>{text('when')}</li>
            <li>{text('copy')}</li>
          </ul>
          <MutationForm name="requestDeletion" variables={{}} onSend={() => void request()}>
            <label class="form-field">
              {text('confirm')}
              <input required pattern={`\\s*${text('phrase')}\\s*`} autoComplete="off" />
            </label>
            <button type="submit" class="button">
              {text('deleteIt')}
            </button>
          </MutationForm>
        </details>
      )}
    </section>
  )
}

/** When the account ends, and the way to keep it. */
export function Ends({ at }: { readonly at: string }) {
  const text = useText()
  const moment = useMoment()
  const { mutate, notify, refresh } = useActions()
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
