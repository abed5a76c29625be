import { effect } from '@preact/signals'
import { signInAddress } from '../thread/addresses.ts'
import type { Stream } from '../thread/context.ts'

/**
 * The header of the platform's own page names the reader who is signed in. When the session ends, a link to sign in
 * takes the place of the name.
 */
export function followSession({ state, texts, viewer }: Stream): void {
  const account = state.place === 'page' && state.viewer && document.querySelector('.site-header .account')
  effect(() => {
    if (!account || viewer.value) return
    if (!state.site.offers.includes('signIn')) return account.replaceChildren()
    const link = Object.assign(document.createElement('a'), {
      href: signInAddress(state),
      textContent: texts.text('signIn'),
    })
    account.replaceChildren(link)
  })
}
