import { sessionsTypeDefs } from '@platform/core-schema'
import type { PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { logFailure } from '../../runtime/outage.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createDevicesService, type DevicesService } from './devices.ts'
import { createHandoffs, type HandoffsService } from './handoffs.ts'
import { createLiveTickets, type LiveTicketsService } from './live-tickets.ts'
import { endedTokensIndexes, type WithDevices } from './model.ts'
import { sessionRoutes } from './routes.ts'
import { createSessions, type SessionsService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly sessions: SessionsService
    readonly devices: DevicesService
    readonly authentication: Authentication
    readonly handoffs: HandoffsService
    readonly liveTickets: LiveTicketsService
  }
}

const DAY = 86_400_000
/** How long the end of a token without an expiry is kept, in milliseconds. */
const ENDED_LIFETIME = 31 * DAY
/** How long the tokens of a deleted account are refused, in milliseconds. */
const DELETED_LIFETIME = 365 * DAY

/**
 * The times from which the sessions and devices of a user are valid; the sessions themselves are in the browsers. An
 * erasure leaves the hash that keeps the tokens of a deleted account refused, until the last of them expires.
 */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const user = await docstore
      .collection<WithDevices>('users')
      .findOne({ id: userId }, { projection: { validAfter: 1, devicesAfter: 1 } })
    const [after, devicesAfter] = [user?.validAfter ?? null, user?.devicesAfter ?? null]
    if (after ?? devicesAfter)
      yield { name: 'sessions', record: { all_ended_at: after, devices_forgotten_at: devicesAfter } }
  },
  erase: () => 0,
}

/** Sessions: how they begin and end, and which user a request comes from. */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  router: sessionRoutes,
  indexes: indexesOf(endedTokensIndexes),
  typeDefs: sessionsTypeDefs,
  resolvers: {
    RootQuery: {
      liveTicket: (_root, _args, { user, credential, services }) =>
        user && credential ? services.liveTickets.issue(user, credential) : null,
    },
  },
  permissions: {
    'RootQuery.liveTicket': 'ANYBODY',
    'DELETE /api/v1/auth': 'SIGNED_IN',
    'POST /api/v1/auth/handoff': 'ANYBODY',
  },
  personalData,
  services: {
    sessions: {
      needs: ['docstore', 'kvstore', 'peers', 'tokens', 'clock', 'log'],
      create: ({ log, ...needed }) =>
        createSessions({
          ...needed,
          lifetimes: { ended: ENDED_LIFETIME, deleted: DELETED_LIFETIME },
          onError: error =>
            logFailure(log, error, { text: 'the end of sessions could not be published to the other servers' }),
        }),
      start: sessions => sessions.connect(),
      close: sessions => sessions.close(),
    },
    devices: { needs: ['tokens', 'users', 'clock'], create: createDevicesService },
    authentication: {
      needs: ['config', 'tokens', 'users', 'sessions', 'settings', 'composition', 'log'],
      create: createAuthentication,
    },
    handoffs: { needs: ['kvstore', 'tokens', 'users', 'sessions', 'clock'], create: createHandoffs },
    liveTickets: { needs: ['kvstore', 'users', 'authentication', 'limits'], create: createLiveTickets },
  },
})
