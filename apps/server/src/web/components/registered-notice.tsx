import type { Registered } from '../../features/users/register.ts'
import type { RequestContext } from '../../request/state.ts'
import { queryText } from '../route.ts'
import type { Site } from '../site.ts'

type Mail = Registered['mail']

const NAME = 'registered'
const OUTCOMES: readonly Mail[] = ['sent', 'off', 'limited']

/** The path of a page that tells a new user whether a mail was sent. */
export function pageWithNotice(path: string, mail: Mail): string {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const query = new URLSearchParams(search)
  query.set(NAME, mail)
  return `${pathname}?${query}${hash}`
}

/** What the address of a page says about a registration; `null` if the caller has not just registered. */
export function registeredIn(ctx: RequestContext): Mail | null {
  if (!ctx.state.context.user) return null
  const given = queryText(ctx, NAME)
  return OUTCOMES.find(outcome => outcome === given) ?? null
}

/** Tells a new user whether the mail that confirms the e-mail address was sent. */
export function RegisteredNotice({ site, mail }: { site: Site; mail: Mail }) {
  return (
    <p class="done" role="status">
      Your account is created.{' '}
      {mail === 'sent' && 'We have sent you a mail: open its link to confirm your e-mail address.'}
      {mail === 'off' && 'This site sends no mail, so no mail was sent to confirm your e-mail address.'}
      {mail === 'limited' && (
        <>
          No mail was sent to confirm your e-mail address, because too many were asked for. Wait an hour, then{' '}
          <a href={site.path('/account/email/resend')}>send a link</a>.
        </>
      )}
    </p>
  )
}
