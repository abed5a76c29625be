import { Avatar } from '@platform/client-kit'
import { pictureAddress } from './addresses.ts'
import { useStream } from './context.ts'

/** Who is signed in, in a frame. On the platform's own pages the header of the site says it. */
export function ViewerBar() {
  const { actions, state, texts, viewer } = useStream()
  if (state.place === 'page' || !viewer.value) return null
  const { username, avatar } = viewer.value
  return (
    <p class="viewer" title={texts.text('signedInAs', { name: username })}>
      <Avatar name={username} picture={pictureAddress(state, avatar)} /> <bdi>{username}</bdi>{' '}
      {state.site.offers.includes('signIn') && (
        <button type="button" class="action" onClick={() => actions?.signOut()}>
          {texts.text('signOut')}
        </button>
      )}
    </p>
  )
}
