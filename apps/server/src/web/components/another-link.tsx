import type { Site } from '../site.ts'

/** Another link to confirm an address, for whoever was told to. The address is posted: in a link it would be in logs and histories. */
export function AnotherLink({
  site,
  email,
  sendsMail,
}: {
  readonly site: Site
  readonly email: string
  readonly sendsMail: boolean
}) {
  if (!sendsMail) return <p class="otherwise">This site sends no mail. Ask those who run it to confirm your address.</p>
  return (
    <form class="otherwise" method="post" action={site.path('/account/email/resend')}>
      <p>Open the link in the mail you were sent. If none came, have another sent.</p>
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="second">
        Send another link
      </button>
    </form>
  )
}
