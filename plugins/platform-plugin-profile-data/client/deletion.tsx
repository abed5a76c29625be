import { AccountLink, Dialog, useText } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { type Account, useMoment } from './account.ts'

/** The content of the dialog, which few readers need. */
type Loaded = typeof import('./deletion-steps.tsx')

/** The way to the deletion of the account: a dialog, and without script the page that has the same steps. */
export function Deletion({ account }: { readonly account: Account }) {
  const text = useText()
  const moment = useMoment()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [open, setOpen] = useState(false)
  const begin = async () => {
    const steps = await import('./deletion-steps.tsx').catch(() => null)
    setLoaded(steps)
    setOpen(steps !== null)
  }
  const at = account.scheduledDeletionDate
  return (
    <section class="profile-data" aria-labelledby="profile-deletion">
      <h3 id="profile-deletion">{text('deletion')}</h3>
      {at ? (
        <p>{text('endsAt', { time: moment(Date.parse(at)) })}</p>
      ) : (
        <p>
          <AccountLink page="account/deletion" class="button quiet" onOpen={() => void begin()}>
            {text('deleteIt')}
          </AccountLink>
        </p>
      )}
      <Dialog open={open} title={text('deletion')} class="profile-data" onClose={() => setOpen(false)}>
        {loaded && <loaded.DeletionSteps account={account} />}
      </Dialog>
    </section>
  )
}
