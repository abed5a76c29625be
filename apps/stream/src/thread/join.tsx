import { signInAddress } from './addresses.ts'
import { useStream } from './context.ts'

/** The way to sign in, in place of the form, for readers who are not signed in; or that their site signs them in. */
export function Join({ id }: { id: 'write' | 'reply' | null }) {
  const { actions, state, texts } = useStream()
  const framed = state.place === 'frame'
  const { offers } = state.site
  if (!offers.includes('signIn'))
    return (
      <p class="box closed" id={id ?? undefined}>
        {texts.text('onlySignedIn')}
      </p>
    )
  return (
    <p class="join" id={id ?? undefined}>
      <a
        class="button"
        href={signInAddress(state)}
        target={framed ? '_blank' : undefined}
        onClick={event => {
          if (!framed) return
          event.preventDefault()
          actions?.signIn()
        }}
      >
        {texts.text(id === null ? 'signIn' : id === 'write' ? 'joinIn' : 'joinToReply')}
      </a>{' '}
      {offers.includes('emailAccounts') && (
        <a
          href={signInAddress(state, 'register')}
          target={framed ? '_blank' : undefined}
          onClick={event => {
            if (!framed) return
            event.preventDefault()
            actions?.signIn('register')
          }}
        >
          {texts.text('register')}
        </a>
      )}
    </p>
  )
}
