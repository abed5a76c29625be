import { entriesOf, type OfferedProvider } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import { languageOf } from '../../http/language.ts'
import type { RequestContext } from '../../request/state.ts'
import { languagesOfPlugins } from '../../runtime/translations.ts'
import { requestedLanguage } from '../languages/language-of.ts'
import type { Site } from '../site.ts'
import { islandsOf } from './islands.tsx'

/**
 * The providers that plugins offer, in the caller's language, which the page itself may lack. Each address leads to
 * `next` after signing in.
 */
function offeredBy(ctx: RequestContext, site: Site, next: string): readonly OfferedProvider[] {
  const { services } = ctx.state.context
  const { composition, config } = services
  const { offeredStrategies, translations } = composition
  if (offeredStrategies.length === 0) return []
  const language = requestedLanguage(ctx, services) ?? languageOf(ctx, languagesOfPlugins(config, translations))
  return offeredStrategies.map(({ plugin, name, text, values = [] }) => ({
    plugin,
    strategy: name,
    address: site.path(`/api/v1/auth/${encodeURIComponent(name)}`, { next }),
    text: translations.text(language, text, ...values),
  }))
}

/** Whether a caller signs in on the way to the admin panel. */
export const leadsToAdmin = (site: Site, next: string): boolean => {
  // The address of a page may name a language in its query.
  const [home = '/'] = site.path('/').split('?')
  return next.startsWith(home) && /^admin(?:[/?#]|$)/.test(next.slice(home.length))
}

type ProviderSlot = 'authExternalSignIn' | 'authExternalSignUp'

/** The parts of a page with a form that belong to plugins: their slots, and the ways to sign in above the form. */
export function offeredProviders(
  ctx: RequestContext,
  { site, next, slot }: { readonly site: Site; readonly next: string; readonly slot: ProviderSlot },
) {
  const offered = offeredBy(ctx, site, next)
  const islands = islandsOf(ctx, site)
  const name = slot === 'authExternalSignIn' && leadsToAdmin(site, next) ? 'authExternalAdminSignIn' : slot
  const login = islands.place('login')
  const drawn = islands.place(name, { offered })
  // A plugin whose client part has a button of its own needs no plain one.
  const { parts } = ctx.state.context.services.streamBuild
  const own = parts.filter(part => entriesOf(part, name).length > 0).map(({ plugin }) => plugin)
  const plain = offered.filter(({ plugin }) => !own.includes(plugin))
  return {
    islands,
    before: (
      <>
        {login}
        {(drawn || plain.length > 0) && (
          <Providers site={site} next={next}>
            {drawn}
            {plain.map(({ strategy, address, text }) => (
              <a key={strategy} class="button" href={address} dir="auto">
                {text}
              </a>
            ))}
          </Providers>
        )}
      </>
    ),
    isEmpty: drawn === null && plain.length === 0,
    scripts: offered.length > 0 ? ['providers.js'] : [],
  }
}

/** Links to providers. A script opens them in a window; without it the browser goes there and comes back. */
function Providers({ site, next, children }: { site: Site; next: string; children: ComponentChildren }) {
  return (
    <div class="providers" data-next={next} data-choose={site.path('/account/username', { next })}>
      {children}
    </div>
  )
}
