import { signInAddress } from '../thread/addresses.ts'
import type { Stream, Wanted } from '../thread/context.ts'
import type { Host } from './host.ts'
import type { OwnData } from './own.ts'
import type { Session } from './session.ts'
import { askAboutWindows, prepareSignIn, resumeSignIn, signInByWindow } from './sign-in-window.ts'
import { keepWanted } from './wanted.ts'

/** When a reader who may be signed in is asked about again, after the server did not answer. Milliseconds. */
const PAUSE = 10_000

/** Who reads the stream, and how that changes. */
export interface Visitor {
  /**
   * Asks who is signed in, after something has changed about it.
   *
   * @returns as {@link OwnData.recognise}
   */
  recognise(why?: 'banned'): ReturnType<OwnData['recognise']>
  /** Signs in by a window or a page of the platform, and opens the form that is wanted. */
  signIn(page?: 'sign-in' | 'register', wanted?: Wanted): Promise<void>
  /** Signs in with a session token of the site around the frame. */
  useSiteToken(token: string): Promise<void>
  signOut(): Promise<void>
  /** Finds out who reads the stream when it begins. */
  begin(): Promise<void>
}

interface Parts {
  readonly session: Session
  readonly host: Host
  readonly own: OwnData
  /** The origin of the page around the frame; `null` without one. */
  readonly origin: string | null
}

export function createVisitor(stream: Stream, { session, host, own, origin }: Parts): Visitor {
  const { discussion, lang, place, site } = stream.state
  const { texts } = stream
  let later: ReturnType<typeof setTimeout> | undefined
  /** Notes how a sign-in ended; `null` when the reader did not finish it. */
  const noteEnd = async (signedIn: boolean | null) => {
    if (signedIn) await visitor.recognise()
    if (signedIn === false) stream.problem.value = 'notSignedIn'
  }
  const visitor: Visitor = {
    async recognise(why) {
      const found = await own.recognise(why)
      clearTimeout(later)
      if (found === undefined) {
        // Without an answer nothing is known, and the session may go on.
        if (!stream.viewer.value && session.likely) later = setTimeout(() => void visitor.recognise(), PAUSE)
        return undefined
      }
      if (found === null) session.forget()
      host.authChanged(found && { id: found.id, username: found.username, roles: found.role ? [found.role] : [] })
      return found
    },
    async signIn(page = 'sign-in', wanted) {
      keepWanted(wanted ?? null)
      host.event('action.SHOW_SIGNIN_DIALOG')
      stream.problem.value = null
      if (!site.offers.includes('signIn')) {
        stream.told.value = texts.text('onlySignedIn')
        stream.announcement.value = stream.told.value
        return
      }
      if (place === 'page') return location.assign(signInAddress(stream.state, page))
      if (origin === null) return host.navigate(signInAddress(stream.state, page))
      const parts = { root: site.root, lang, origin, address: discussion.url, session, host }
      await noteEnd(await signInByWindow(parts, page))
    },
    async useSiteToken(token) {
      session.useSiteToken(token)
      if ((await visitor.recognise()) === null) host.event('action.LOGIN_REFUSED')
    },
    async signOut() {
      stream.problem.value = null
      const answer = await endSession(site.root, session).catch(() => null)
      // A session that has ended before is refused, too. One that goes on must not look as if it had ended.
      if (!answer?.ok && (await own.recognise()) !== null) {
        if (stream.viewer.value) stream.problem.value = 'notSignedOut'
        return
      }
      session.forget()
      own.forget()
      host.authChanged(null)
    },
    async begin() {
      own.resumeBan()
      const token = tokenInAddress()
      if (token !== null) await visitor.useSiteToken(token)
      else if (place === 'frame' && session.likely) await visitor.recognise()
      if (place !== 'frame' || stream.viewer.value) return
      void prepareSignIn()
      beforeSignIn(() => void askAboutWindows(host))
      await noteEnd(await resumeSignIn({ root: site.root, session }))
    },
  }
  return visitor
}

const endSession = (root: string, session: Session) =>
  fetch(`${root}/api/v1/auth`, { method: 'DELETE', ...session.credentials() })

/** The links and buttons that lead readers to sign in. */
const WAYS = '.join a, .action'

/** Calls back once, as soon as the reader points at a way to sign in, because the click can hardly wait. */
function beforeSignIn(callback: () => void): void {
  const called = new AbortController()
  const look = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(WAYS))) return
    called.abort()
    callback()
  }
  for (const type of ['pointerover', 'focusin']) addEventListener(type, look, called)
}

/** A token that a site puts into the address of the frame. It is read once, and removed from the address. */
function tokenInAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('access_token')
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
