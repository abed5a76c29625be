import { MutationForm, useActions, useText } from '@platform/client-sdk'
import { type Account, useMoment } from './account.ts'

/** How long the server makes readers wait between two links. Milliseconds. */
const PAUSE = 7 * 24 * 60 * 60_000

/** The button by which a reader gets a link to everything that is stored about the account. */
export function YourData({ account }: { readonly account: Account }) {
  const text = useText()
  return (
    <section class="profile-data" aria-labelledby="profile-data">
      <h3 id="profile-data">{text('data')}</h3>
      <p>{text('dataHint')}</p>
      <DownloadLink account={account} />
    </section>
  )
}

/** The button alone; after it was used, when it can be used again. */
export function DownloadLink({ account: { lastAccountDownload } }: { readonly account: Account }) {
  const text = useText()
  const moment = useMoment()
  const { mutate, notify, refresh } = useActions()
  const last = lastAccountDownload ? Date.parse(lastAccountDownload) : null
  const send = async () => {
    const { refused } = await mutate('download', {})
    if (refused === null) await refresh()
    notify(refused ?? text('linkSent'))
  }
  return last === null || last + PAUSE <= Date.now() ? (
    <MutationForm name="download" variables={{}} onSend={() => void send()}>
      <button type="submit" class="button quiet">
        {text('sendLink')}
      </button>
    </MutationForm>
  ) : (
    <p>{text('askedAt', { time: moment(last), next: moment(last + PAUSE) })}</p>
  )
}
