import { type ClientPlugin, defineClientPlugin } from '../define-client-plugin.ts'
import { usePart } from '../host.ts'
import type { SlotProps } from '../slots.ts'

/** The client part of a sign-in provider. */
export interface ProviderClientOptions {
  /** The shape of the icon: the path of an SVG of 24 by 24, which is filled. */
  readonly icon: string
}

/**
 * Makes the client part of a sign-in provider: a button with its icon for each way to sign in that the plugin offers on
 * the server, above the forms to sign in and to register. The texts and the addresses are those of the server part.
 *
 * @example
 * export default defineProviderClient({ icon: 'M4 12h16v2H4z' })
 */
export function defineProviderClient({ icon }: ProviderClientOptions): ClientPlugin {
  const Buttons = ({ offered }: SlotProps['authExternalSignIn']) => {
    const { plugin } = usePart().listed
    return (
      <>
        {offered
          .filter(each => each.plugin === plugin)
          .map(({ strategy, text, address }) => (
            <a key={strategy} class="button" href={address} dir="auto">
              <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true">
                <path d={icon} />
              </svg>{' '}
              {text}
            </a>
          ))}
      </>
    )
  }
  return defineClientPlugin({
    slots: { authExternalSignIn: Buttons, authExternalSignUp: Buttons, authExternalAdminSignIn: Buttons },
  })
}
