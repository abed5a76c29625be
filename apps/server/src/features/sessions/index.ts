import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createDevicesService, type DevicesService } from './devices.ts'
import { endedTokensIndexes } from './model.ts'
import { sessionPersonalData } from './personal-data.ts'
import { sessionRoutes } from './routes.ts'
import { createSessions, type SessionsService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly sessions: SessionsService
    readonly devices: DevicesService
    readonly authentication: Authentication
  }
}

/** How long records about a token without an expiry are kept, in milliseconds. */
const ENDLESS_LIFETIME = 365 * 86_400_000

/** Sessions: how they begin and end, and which user a request comes from. */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  router: sessionRoutes,
  indexes: indexesOf(endedTokensIndexes),
  permissions: { 'DELETE /api/v1/auth': 'SIGNED_IN' },
  personalData: sessionPersonalData,
  services: {
    sessions: {
      needs: ['docstore', 'kvstore', 'tokens', 'clock', 'log'],
      create: ({ log, ...needed }) =>
        createSessions({
          ...needed,
          maxLifetime: ENDLESS_LIFETIME,
          onError: error => log.error({ err: error }, 'the other servers could not be told which sessions ended'),
        }),
      start: sessions => sessions.connect(),
      close: sessions => sessions.close(),
    },
    devices: { needs: ['tokens', 'users', 'clock'], create: createDevicesService },
    authentication: {
      needs: ['config', 'tokens', 'users', 'sessions', 'settings', 'composition'],
      create: createAuthentication,
    },
  },
})
