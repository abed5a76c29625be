import { AccountLink, Dialog, useText } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'
import { useWaitingEmail } from './account.ts'
import { ResendLink } from './resend-link.tsx'
import { useIsInUse } from './use-is-in-use.ts'

/** The content of the dialog, which few readers need. */
type Loaded = typeof import('./steps.tsx')

/**
 * Says above the tabs what the account of the reader lacks. A dialog asks for it, which stays until an address is given
 * or the reader signs out; without script a link leads to the page that asks for the same.
 */
export function AddressMissing() {
  const text = useText()
  const waiting = useWaitingEmail()
  const [open, setOpen] = useState<'asked' | 'changing' | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const isInUse = useIsInUse()
  const isAsked = waiting === null && isInUse
  const isOver = waiting === undefined
  const begin = async (why: 'asked' | 'changing') => {
    const steps = await import('./steps.tsx').catch(() => null)
    setLoaded(steps)
    setOpen(steps && why)
  }
  useEffect(() => {
    if (isAsked) void begin('asked')
    else if (isOver) setOpen(null)
  }, [isAsked, isOver])
  if (waiting === undefined) return null
  return (
    <div class="local-auth">
      <p>
        {waiting === null ? text('missing') : text('waiting', { email: waiting })}{' '}
        <AccountLink page="account/password" onOpen={() => void begin(waiting === null ? 'asked' : 'changing')}>
          {text(waiting === null ? 'add' : 'change')}
        </AccountLink>
      </p>
      {waiting !== null && <ResendLink />}
      <Dialog
        open={open !== null}
        title={text('title')}
        class="local-auth-dialog"
        {...(waiting === null ? {} : { onClose: () => setOpen(null) })}
      >
        {loaded && <loaded.Steps waiting={waiting} isChanging={open === 'changing'} />}
      </Dialog>
    </div>
  )
}
