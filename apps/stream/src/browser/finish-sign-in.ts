// The end of a sign-in in a window. docs/reference/frame-sign-in.md says how the frame gets its session.
import type { Session } from './session.ts'

/** How often the frame looks whether the window has finished. Milliseconds. */
const PAUSE = 1_000
/** With each pause of a long sign-in the next one grows by this part of the time that has passed. */
const SLOWER = 1 / 20
/** So many questions are asked after the window was closed. */
const LAST_QUESTIONS = 3

/** A sign-in that a window was opened for. The server gives the session to the frame that knows the secret. */
export interface Started {
  readonly secret: string
  /** The digest of the secret. */
  readonly handoff: string
  /** When the frame stops asking. Milliseconds since 1970. */
  readonly until: number
  /** The window, where the browser names it. */
  readonly opened?: Window | true
}

let turn = 0

/**
 * Waits until the window has finished, and takes the session over.
 *
 * @returns whether the reader is signed in; `null` when the reader did not finish, or began anew.
 */
export async function finishSignIn(
  { root, session }: { readonly root: string; readonly session: Session },
  started: Started,
): Promise<boolean | null> {
  const mine = ++turn
  const { secret, until } = started
  const window = follow(started)
  /** Whether the server has given the session, and the browser has not kept its cookie. */
  let given = false
  try {
    while (mine === turn && Date.now() < until) {
      const answer = given || window.mayBeDone() ? await redeem(root, { secret, code: window.code() }) : 'pending'
      if (answer === 'failed') return false
      if (answer === 'pending') await window.next(given)
      else if (answer.token !== null) {
        session.useFrameToken(answer.token)
        return true
      } else if (given || (await hasCookie(root))) {
        // The second answer has a token unless the question came with the cookie.
        session.useCookie()
        return true
      } else given = true
    }
    return given ? false : null
  } finally {
    window.leave()
  }
}

/**
 * Follows a window. While it is known to be open, its message is awaited. Otherwise the frame asks. A window that is
 * closed for the frame may be open on a page of another service that cuts it off, so the frame asks again whenever the
 * reader comes back to it.
 */
function follow({ handoff, until, opened }: Started) {
  const began = Date.now()
  const end = new AbortController()
  let code: string | undefined
  let questions = 0
  let wake = () => {}
  const onMessage = ({ origin, data }: MessageEvent) => {
    const message = origin === location.origin ? readDone(data) : null
    if (message?.handoff !== handoff) return
    code = message.code
    wake()
  }
  addEventListener('message', onMessage, end)
  for (const type of ['focus', 'visibilitychange', 'online']) addEventListener(type, () => wake(), end)
  const signInWindow = typeof opened === 'object' ? opened : null
  const pause = (hurried: boolean) => {
    if (hurried || signInWindow?.closed === false) return PAUSE
    if (signInWindow && questions >= LAST_QUESTIONS && document.hasFocus()) return until - Date.now()
    return PAUSE + (Date.now() - began) * SLOWER
  }
  return {
    code: () => code,
    /** Whether to ask now. */
    mayBeDone() {
      if (code === undefined && signInWindow?.closed === false) return false
      questions++
      return true
    },
    /** Waits until it is time to look again. */
    next: (hurried: boolean) =>
      new Promise<void>(resolve => {
        wake = resolve
        setTimeout(resolve, pause(hurried))
      }),
    leave: () => end.abort(),
  }
}

/** Whether the browser kept the cookie. If not, the same handoff gives a token. */
async function hasCookie(root: string): Promise<boolean> {
  const answer = await fetch(`${root}/api/v1/auth`, { credentials: 'same-origin' }).catch(() => null)
  return answer?.status === 200
}

async function redeem(
  root: string,
  body: { readonly secret: string; readonly code: string | undefined },
): Promise<'pending' | 'failed' | { readonly token: string | null }> {
  const response = await fetch(`${root}/api/v1/auth/handoff`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  // A lost network, or too many questions: the next question may succeed.
  if (response === null || response.status === 202 || response.status === 429) return 'pending'
  return response.ok ? ((await response.json()) as { token: string | null }) : 'failed'
}

function readDone(data: unknown): { readonly handoff: string; readonly code: string } | null {
  try {
    const { name, data: done } = JSON.parse(String(data)) as { name?: string; data?: { handoff: string; code: string } }
    return name === 'PLATFORM_HANDOFF_DONE' && done ? done : null
  } catch {
    return null
  }
}
