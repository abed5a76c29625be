import { defineClientPlugin, type PropsOf, useActions, useText } from '@platform/client-sdk'
import { useState } from 'preact/hooks'

/** For how long the button says that the address was copied. Milliseconds. */
const SHOWN = 3_000

type Outcome = 'copied' | 'failed' | null

/** Gives the address of a comment on. Where the browser allows no way to do that, it can be copied by hand. */
function Permalink({ comment }: PropsOf<'commentActions'>) {
  const text = useText()
  const { addressOf, notify } = useActions()
  const [outcome, setOutcome] = useState<Outcome>(null)
  if (comment.status !== 'NONE' && comment.status !== 'ACCEPTED') return null
  const address = () => new URL(addressOf(comment.id), location.href).href
  const share = async () => {
    const done = await give(address())
    setOutcome(done)
    if (done !== 'copied') return
    notify(text('copiedLong'))
    setTimeout(() => setOutcome(null), SHOWN)
  }
  return (
    <>
      <button type="button" class="action share needs-script" onClick={() => void share()}>
        {text(outcome === 'copied' ? 'copied' : 'share')}
      </button>
      {outcome === 'failed' && (
        <input class="address" readOnly aria-label={text('byHand')} value={address()} ref={field => field?.select()} />
      )}
    </>
  )
}

/** By the share targets of a phone, else by the clipboard. */
async function give(url: string): Promise<Outcome> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url })
      return null
    } catch (error) {
      // A reader who closes the list of targets wants no other way.
      if (error instanceof DOMException && error.name === 'AbortError') return null
    }
  }
  return navigator.clipboard.writeText(url).then(
    () => 'copied' as const,
    () => 'failed' as const,
  )
}

export default defineClientPlugin({
  slots: { commentActions: Permalink },
  translations: {
    en: {
      share: 'Share',
      copied: 'Link copied',
      copiedLong: 'The link to this comment is copied.',
      byHand: 'The link to this comment, to copy it',
    },
    de: {
      share: 'Teilen',
      copied: 'Link kopiert',
      copiedLong: 'Der Link zu diesem Kommentar ist kopiert.',
      byHand: 'Der Link zu diesem Kommentar zum Kopieren',
    },
  },
})
