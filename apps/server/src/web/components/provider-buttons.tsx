import { languageOf } from '../../http/language.ts'
import type { RequestContext } from '../../request/state.ts'
import { languagesOfPlugins } from '../../runtime/translations.ts'
import { requestedLanguage } from '../languages/language-of.ts'
import type { Site } from '../site.ts'

/** The link to sign in at a provider. */
interface ProviderButton {
  readonly href: string
  readonly text: string
}

/**
 * The providers that plugins offer, in the caller's language, which the page itself may lack. Each link leads to `next`
 * after signing in.
 */
function providerButtons(ctx: RequestContext, site: Site, next: string): readonly ProviderButton[] {
  const { services } = ctx.state.context
  const { composition, config } = services
  const { offeredStrategies, translations } = composition
  if (offeredStrategies.length === 0) return []
  const language = requestedLanguage(ctx, services) ?? languageOf(ctx, languagesOfPlugins(config, translations))
  return offeredStrategies.map(({ name, text, values = [] }) => ({
    href: site.path(`/api/v1/auth/${encodeURIComponent(name)}`, { next }),
    text: translations.text(language, text, ...values),
  }))
}

/** The parts of a page with a form that offer the providers above the form. */
export function offeredProviders(ctx: RequestContext, site: Site, next: string) {
  const buttons = providerButtons(ctx, site, next)
  return {
    before: <ProviderButtons site={site} buttons={buttons} next={next} />,
    scripts: buttons.length > 0 ? ['providers.js'] : [],
  }
}

/** Links to providers. A script opens them in a window; without it the browser goes there and comes back. */
export function ProviderButtons({
  site,
  buttons,
  next,
}: {
  site: Site
  buttons: readonly ProviderButton[]
  next: string
}) {
  if (buttons.length === 0) return null
  return (
    <ul class="providers" data-next={next} data-choose={site.path('/account/username', { next })}>
      {buttons.map(({ href, text }) => (
        <li key={href}>
          <a class="button" href={href} dir="auto">
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
