import { Avatar } from '@platform/client-kit'
import type { ComponentChildren } from 'preact'
import { panelAddress, pictureAddress } from './addresses.ts'
import { useStream } from './context.ts'
import { isModerator } from './core-tabs.ts'
import type { Viewer } from './state.ts'

/** Who is signed in, and the way of moderators to their panel. */
export function ViewerBar() {
  const { state, viewer } = useStream()
  const moderates = isModerator(viewer.value)
  // On the platform's own pages the header of the site says who is signed in.
  if (state.place === 'page')
    return moderates ? (
      <p class="viewer">
        <ModerateLink />
      </p>
    ) : null
  return viewer.value && <SignedIn viewer={viewer.value}>{moderates && <ModerateLink />}</SignedIn>
}

function ModerateLink() {
  const { state, texts } = useStream()
  return (
    <a
      class="action"
      href={panelAddress(state)}
      // The panel is never in a frame.
      {...(state.place === 'page' ? {} : { target: '_blank', rel: 'noopener' })}
    >
      {texts.text('moderate')}
    </a>
  )
}

interface SignedInProps {
  readonly viewer: Viewer
  readonly children: ComponentChildren
}

function SignedIn({ viewer: { username, avatar }, children }: SignedInProps) {
  const { actions, state, texts } = useStream()
  return (
    <p class="viewer" title={texts.text('signedInAs', { name: username })}>
      <Avatar name={username} picture={pictureAddress(state, avatar)} /> <bdi>{username}</bdi> {children}{' '}
      {state.site.offers.includes('signIn') && (
        <button type="button" class="action" onClick={() => actions?.signOut()}>
          {texts.text('signOut')}
        </button>
      )}
    </p>
  )
}
