// Signing in inside a frame: a window of the platform hands its session over. docs/reference/frame-sign-in.md says how.
import { keepInTab, readJsonFromTab } from '@platform/client-kit'
import type { Started } from './finish-sign-in.ts'
import type { Host } from './host.ts'
import type { Session } from './session.ts'

/** How long a window may take. Milliseconds. */
const PATIENCE = 30 * 60_000
/** For how long a page that was left for a sign-in asks when it is loaded again. Milliseconds. */
const RESUMED = 10_000
const NAME = 'platform-sign-in'
/** The sign-in for which the page was left, in the storage of the tab. */
const LEFT = 'platform:sign-in'

interface Handoff {
  readonly root: string
  /** The language of the discussion, in which the pages of the window are. */
  readonly lang: string
  /** The origin of the page around the frame. */
  readonly origin: string
  /** The address of the discussion's page. */
  readonly address: string | null
  readonly session: Session
  readonly host: Host
}

/** The secret of a sign-in, and its digest. */
type Secret = Pick<Started, 'secret' | 'handoff'>

let prepared: Secret | null = null
/** Whether windows that the frame opens keep their opener; `undefined` until the page around it answers. */
let kept: boolean | null | undefined
let asked: Promise<void> | null = null

async function makeSecret(): Promise<Secret> {
  const secret = encode(crypto.getRandomValues(new Uint8Array(32)))
  return { secret, handoff: encode(await digestOf(secret)) }
}

/** Makes the secret of the next sign-in, because some browsers open a window only before a click awaits anything. */
export async function prepareSignIn(): Promise<void> {
  prepared = await makeSecret()
}

/** Asks the page around the frame, once, whether windows keep their opener. */
export function askAboutWindows(host: Host): Promise<void> {
  asked ??= host.keepsOpener().then(answer => {
    kept = answer
  })
  return asked
}

/**
 * Opens the window. Call it within a click.
 *
 * @returns whether the reader is signed in at the end; `null` when the reader did not finish.
 */
export async function signInByWindow(
  { root, lang, origin, address, session, host }: Handoff,
  page: 'sign-in' | 'register',
): Promise<boolean | null> {
  const made = prepared ?? (await makeSecret())
  void prepareSignIn()
  if (kept === undefined) await askAboutWindows(host)
  const submit = (target: string, back: string) =>
    submitForm(
      `${root}/sign-in/window?${new URLSearchParams({ lang })}`,
      { handoff: made.handoff, origin, page, back },
      target,
    )
  const started = { ...made, until: Date.now() + PATIENCE }
  const opened = opensWindow(() => submit(NAME, ''))
  if (opened) return finish({ root, session }, { ...started, opened })
  keepLeft(started)
  // The referrer has the whole address only if the site wants it so; the discussion knows the address of its page.
  submit('_top', address?.startsWith(`${origin}/`) ? address : document.referrer)
  return null
}

/** Waits until the sign-in is finished. What is needed for it is loaded while the reader signs in. */
async function finish(...given: Parameters<typeof import('./finish-sign-in.ts')['finishSignIn']>) {
  try {
    return await (await import('./finish-sign-in.ts')).finishSignIn(...given)
  } catch {
    return false
  }
}

/**
 * Opens a window for the form. On a page that takes the opener from windows, `window.open` opens an empty window that
 * nothing can be loaded into, so it is only used on other pages. In Chromium the form itself can open a tab: the click
 * is used up if it did. Firefox does not let such a tab close itself, and WebKit does not tell whether it was opened.
 *
 * @returns the window; `true` for one that the browser does not name, `null` when none was opened.
 */
function opensWindow(submit: () => void): Window | true | null {
  const { userActivation } = navigator
  if (!kept && 'userAgentData' in navigator && userActivation.isActive) {
    submit()
    if (!userActivation.isActive) return true
  }
  const opened = kept === false ? null : window.open('', NAME, 'popup,width=480,height=720')
  if (opened) submit()
  return opened
}

/**
 * Goes on with a sign-in for which the whole page was left, because the browser opened no window.
 *
 * @returns as `signInByWindow`
 */
export async function resumeSignIn(parts: Pick<Handoff, 'root' | 'session'>): Promise<boolean | null> {
  const left = readLeft()
  if (left === null) return null
  const until = Math.min(left.until, Date.now() + RESUMED)
  const signedIn = await finish(parts, { ...left, until })
  // A reader who came back without signing in may still do so in another tab.
  if (signedIn !== null) keepLeft(null)
  return signedIn
}

function submitForm(action: string, fields: Readonly<Record<string, string>>, target: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, target, hidden: true })
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
  form.remove()
}

function keepLeft(started: Started | null): void {
  // Without storage the reader signs in again from the frame.
  keepInTab(LEFT, started && JSON.stringify(started))
}

function readLeft(): Started | null {
  const started = readJsonFromTab<Started>(LEFT)
  return started && Date.now() < started.until ? started : null
}

async function digestOf(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  // Browsers have `crypto.subtle` only where the connection is encrypted, and on localhost.
  if (!crypto.subtle) return (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
