import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createDevicesService, type DevicesService } from './devices.ts'
import { endedTokensIndexes } from './model.ts'
import { sessionPermissions } from './permissions.ts'
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

/** A token without an end counts as one of this life where something has to be kept about it. Milliseconds. */
const ENDLESS = 365 * 86_400_000

/** Sessions: how they begin and end, and who a request comes from. */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  router: sessionRoutes,
  indexes: indexesOf(endedTokensIndexes),
  permissions: sessionPermissions,
  personalData: sessionPersonalData,
  services: {
    sessions: {
      needs: ['docstore', 'kvstore', 'tokens', 'clock', 'log'],
      create: ({ log, ...needed }) =>
        createSessions({
          ...needed,
          maxLifetime: ENDLESS,
          onError: error => log.error({ err: error }, 'the other instances were not told which sessions ended'),
        }),
      close: sessions => sessions.close(),
    },
    devices: { needs: ['tokens', 'users', 'clock'], create: createDevicesService },
    authentication: {
      needs: ['config', 'tokens', 'users', 'sessions', 'settings', 'composition'],
      create: createAuthentication,
    },
  },
})
