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
  const { texts } = site
  const link = <a href={site.path('/account/email/resend')}>{texts.text('sendLink')}</a>
  return (
    <p class="done" role="status">
      {texts.text('accountCreated')} {mail === 'sent' && texts.text('mailSent')}
      {mail === 'off' && texts.text('mailOff')}
      {mail === 'limited' && texts.parts('mailLimited', { link })}
    </p>
  )
}
