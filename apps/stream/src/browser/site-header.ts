import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'

/** The header of the platform's own page names the reader who is signed in. The name goes when the session ends. */
export function followSession({ state, viewer }: Stream): void {
  const account = state.place === 'page' && state.viewer && document.querySelector('.site-header .account')
  effect(() => {
    if (account && !viewer.value) account.remove()
  })
}
