import { randomBytes } from 'node:crypto'

/** A page of its own with a policy that lets nothing but its one script run. */
export interface CredentialsPage { readonly html: string; readonly policy: string }

/**
 * The last page of a sign-in in a pop-up. It posts the credentials to the window that opened it, if that is
 * of this origin and no other, and closes.
 */
export function renderCredentialsPage(credentials: object, origin: string): CredentialsPage {
  const nonce = randomBytes(16).toString('base64')
  const message = embed({ name: 'PLATFORM_SIGNED_IN', data: credentials, scope: 'client' })
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signed in</title></head>
<body>
<p>You are signed in. You can close this window.</p>
<script id="message" type="application/json" nonce="${nonce}">${message}</script>
<script nonce="${nonce}">
const message = document.getElementById('message').textContent
if (window.opener) window.opener.postMessage(message, ${embed(origin)})
setTimeout(() => window.close(), 50)
</script>
</body>
</html>
`
  return { html, policy: `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'` }
}

/** JSON that can stand inside a script element. */
function embed(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
