import type { ProviderSignIn } from '@platform/plugin-sdk'
import { defineFeature } from '../contract/define-feature.ts'
import { createLanguages, type Languages } from './languages/languages.ts'
import { pagePermissions } from './permissions.ts'
import { createProviderSignIn } from './providers/service.ts'
import { createSignInAnswers, type SignInAnswers } from './providers/sign-in-answers.ts'
import { pageRoutes } from './routes.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly providerSignIn: ProviderSignIn
    readonly signInAnswers: SignInAnswers
    readonly languages: Languages
  }
}

/** The pages that the server renders itself: discussions, accounts and set-up, and the files that they load. */
export const webFeature = defineFeature({
  name: 'pages',
  router: pageRoutes,
  permissions: pagePermissions,
  services: {
    providerSignIn: {
      needs: [
        'avatars',
        'config',
        'kvstore',
        'languages',
        'limits',
        'users',
        'sessions',
        'settings',
        'devices',
        'log',
        'streamBuild',
      ],
      create: createProviderSignIn,
    },
    signInAnswers: { needs: ['config', 'languages', 'sessions', 'streamBuild'], create: createSignInAnswers },
    languages: { needs: ['config', 'log'], create: createLanguages },
  },
})
