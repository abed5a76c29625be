import type { Services, User } from '@platform/plugin-sdk'
import { ownAccount } from '../../features/users/public-user.ts'
import { siteOf } from '../site.ts'
import { renderWindowPage, type WindowPage } from './window-page.tsx'

/** The token of a new session, and its user as the client sees the own account. */
export interface Credentials {
  readonly user: ReturnType<typeof ownAccount>
  readonly token: string
}

/** The answers of plugins that check users' credentials themselves. */
export interface SignInAnswers {
  /** Begins a session. */
  begin(user: User): Promise<Credentials>
  /** A page for a pop-up: it gives the credentials to the page of this server that opened it, and closes. */
  page(credentials: Credentials): WindowPage
}

export function createSignInAnswers({
  config,
  languages,
  sessions,
  streamBuild,
}: Pick<Services, 'config' | 'languages' | 'sessions' | 'streamBuild'>): SignInAnswers {
  return {
    async begin(user) {
      const { token } = await sessions.begin(user)
      return { user: ownAccount(user), token }
    },
    page(credentials) {
      // The function gets no request, so the page is in the default language.
      const site = siteOf({ config, streamBuild }, { language: { ...languages.of(''), requested: null } })
      return renderWindowPage({
        site,
        config,
        title: site.texts.text('signedIn'),
        text: site.texts.text('closeWindow'),
        posted: {
          message: { name: 'PLATFORM_SIGNED_IN', data: credentials, scope: 'client' },
          origin: new URL(config.rootUrl).origin,
          close: true,
        },
      })
    },
  }
}
