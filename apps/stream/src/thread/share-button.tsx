import { useState } from 'preact/hooks'
import { sharedAddress } from './addresses.ts'
import { type ShareResult, useStream } from './context.ts'

/** For how long the button says what became of the address. Milliseconds. */
const SHOWN = 4_000

/** Gives the address of a comment on. Where the browser allows no way to do that, the address can be copied by hand. */
export function ShareButton({ id }: { id: string }) {
  const { actions, announcement, state, texts } = useStream()
  const [result, setResult] = useState<ShareResult | null>(null)
  const share = async () => {
    const done = await actions?.share(id)
    if (done === undefined || done === 'shared') return
    setResult(done)
    if (done === 'failed') return
    announcement.value = texts.text('linkCopied')
    setTimeout(() => setResult(null), SHOWN)
  }
  return (
    <>
      <button type="button" class="action share needs-script" onClick={() => void share()}>
        {texts.text(result === 'copied' ? 'copied' : 'share')}
      </button>
      {result === 'failed' && (
        <input
          class="address"
          readOnly
          aria-label={texts.text('copyByHand')}
          value={new URL(sharedAddress(state, id), location.href).href}
          ref={field => field?.select()}
        />
      )}
    </>
  )
}
