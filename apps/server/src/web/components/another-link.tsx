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
  if (!sendsMail) return <p class="otherwise">{site.texts.text('noMail')}</p>
  return (
    <form class="otherwise" method="post" action={site.path('/account/email/resend')}>
      <p>{site.texts.text('openMail')}</p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="next" value={next} />
      <button type="submit" class="second">
        {site.texts.text('anotherLink')}
      </button>
    </form>
  )
}
