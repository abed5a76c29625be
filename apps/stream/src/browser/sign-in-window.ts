// Signing in inside a frame: a window of the platform hands its session over. docs/reference/frame-sign-in.md says how.
import type { Session } from './session.ts'

/** How often the frame asks whether the window has finished. Milliseconds. */
const QUESTION = 1_000
/** How long a window may take. Milliseconds. */
const PATIENCE = 30 * 60_000
const NAME = 'platform-sign-in'

interface Handoff {
  readonly root: string
  /** The origin of the page around the frame. */
  readonly origin: string
  readonly session: Session
}

/** Opens the window. Call it within a click. @returns whether the reader is signed in at the end. */
export async function signInByWindow(
  { root, origin, session }: Handoff,
  page: 'sign-in' | 'register',
): Promise<boolean> {
  // The window is opened before anything is awaited, because browsers allow it within the click only.
  const opened = window.open('', NAME, 'popup,width=480,height=720')
  const secret = encode(crypto.getRandomValues(new Uint8Array(32)))
  const handoff = encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
  const back = opened ? '' : document.referrer
  submitForm(`${root}/sign-in/window`, { handoff, origin, page, back }, opened ? NAME : '_top')
  return finish({ root, origin, session }, { secret, handoff })
}

async function finish(
  { root, session }: Handoff,
  { secret, handoff }: { secret: string; handoff: string },
): Promise<boolean> {
  let code: string | undefined
  let wake = () => {}
  const onMessage = ({ origin, data }: MessageEvent) => {
    const message = origin === location.origin ? readDone(data) : null
    if (message?.handoff !== handoff) return
    code = message.code
    wake()
  }
  addEventListener('message', onMessage)
  try {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      const answer = await redeem(root, { secret, ...(code === undefined ? {} : { code }) })
      if (answer === 'failed') return false
      if (answer !== 'pending') return await settle(root, { session, secret })
      await new Promise<void>(resolve => {
        wake = resolve
        setTimeout(resolve, QUESTION)
      })
    }
    return false
  } finally {
    removeEventListener('message', onMessage)
  }
}

/** Finds out whether the browser kept the cookie. If not, the same handoff gives a token. */
async function settle(root: string, { session, secret }: { session: Session; secret: string }): Promise<boolean> {
  const response = await fetch(`${root}/api/v1/auth`, { credentials: 'same-origin' })
  if (response.status === 200) {
    session.useCookie()
    return true
  }
  const second = await redeem(root, { secret })
  if (typeof second === 'string' || second.token === null) return false
  session.useFrameToken(second.token)
  return true
}

async function redeem(
  root: string,
  body: { readonly secret: string; readonly code?: string },
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

function submitForm(action: string, fields: Readonly<Record<string, string>>, target: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, target, hidden: true })
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
  form.remove()
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
