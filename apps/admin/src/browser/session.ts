import type { AdminState } from '../state.ts'

/** What the tabs of a browser tell each other. */
const CHANNEL = 'platform-session'

/** Ends the session of this browser, or all sessions of the user. */
export interface Session {
  /** Ends this session, in every tab. @throws TypeError when the server can't be reached. */
  end(): Promise<void>
  /** Is called after the session has ended: leads to the page to sign in, and from there back to this view. */
  ended(): void
}

export function createSession({ root }: Pick<AdminState, 'root'>): Session {
  const channel = new BroadcastChannel(CHANNEL)
  // The server answers with the page to sign in.
  const leave = () => location.reload()
  channel.addEventListener('message', leave)
  return {
    async end() {
      await fetch(`${root}/api/v1/auth`, { method: 'DELETE', credentials: 'same-origin' })
      channel.postMessage('ended')
      leave()
    },
    ended() {
      channel.postMessage('ended')
      leave()
    },
  }
}
