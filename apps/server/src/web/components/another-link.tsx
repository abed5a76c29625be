import type { Site } from '../site.ts'

/**
 * The form that sends another link to confirm an address. The address is posted, because in a query string it would get
 * into logs and browser histories.
 */
export function AnotherLink({
  site,
  email,
  next,
  sendsMail,
}: {
  readonly site: Site
  readonly email: string
  /** The path to which signing in leads afterwards. */
  readonly next: string
  readonly sendsMail: boolean
}) {
  if (!sendsMail) return <p class="otherwise">This site sends no mail. Ask its operator to confirm your address.</p>
  return (
    <form class="otherwise" method="post" action={site.path('/account/email/resend')}>
      <p>Open the link in the mail that we sent you. If it did not arrive, send another one.</p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="next" value={next} />
      <button type="submit" class="second">
        Send another link
      </button>
    </form>
  )
}
