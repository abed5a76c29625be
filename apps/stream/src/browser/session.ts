// Who the reader is: by a cookie, by a token that the site around the frame gives, or by the frame's own token.

/** How a request says who the reader is. */
export interface Credentials {
  readonly credentials: RequestCredentials
  readonly headers: Readonly<Record<string, string>>
}

/** The session of the reader, as far as the browser has to know it. */
export interface Session {
  credentials(): Credentials
  /** Whether the reader may be signed in, so that asking who it is can give a name. */
  readonly likely: boolean
  /** Uses a session token of the site around the frame. */
  useSiteToken(token: string): void
  /** Uses a token of the frame's own, which outlasts a reload. */
  useFrameToken(token: string): void
  /** Notes that a cookie signs the reader in. */
  useCookie(): void
  forget(): void
}

const TOKEN = 'platform:frame-token'
const SIGNED_IN = 'platform:signed-in'
/** It says that the site gave a token, not which one. The site gives it again on each visit. */
const SITE_TOKEN = 'platform:site-token'

export function createSession({ framed, origin }: { framed: boolean; origin: string | null }): Session {
  let site: string | null = null
  let own = framed ? read(TOKEN) : null
  if (framed) write(SITE_TOKEN, null)
  return {
    credentials() {
      if (site !== null) return { credentials: 'omit', headers: { authorization: `Bearer ${site}` } }
      if (own === null || origin === null) return { credentials: 'same-origin', headers: {} }
      return { credentials: 'omit', headers: { authorization: `Bearer ${own}`, 'x-platform-frame': origin } }
    },
    get likely() {
      return site !== null || own !== null || read(SIGNED_IN) !== null || !hasStorage()
    },
    useSiteToken(token) {
      site = token
      write(SITE_TOKEN, '1')
    },
    useFrameToken(token) {
      own = token
      write(TOKEN, token)
    },
    useCookie: () => write(SIGNED_IN, '1'),
    forget() {
      site = null
      own = null
      for (const name of [TOKEN, SIGNED_IN, SITE_TOKEN]) write(name, null)
      // See early-click.js.
      document.documentElement.classList.remove('was-signed-in')
    },
  }
}

// A frame's storage may be switched off. Then the session lasts as long as the page, or the cookie.
function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {}
}

function hasStorage(): boolean {
  try {
    return localStorage !== null
  } catch {
    return false
  }
}
