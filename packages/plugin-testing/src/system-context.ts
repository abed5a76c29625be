import type { User } from '@platform/plugin-sdk'
import type { Platform, ServerContext } from '@platform/server'

/** A context for an administrator who is in no store. */
export function systemContext(platform: Platform): ServerContext {
  const now = platform.clock.now()
  const user: User = {
    id: 'the-test',
    username: 'the_test',
    lowercaseUsername: 'the_test',
    roles: ['ADMIN'],
    profiles: [],
    status: {
      username: { status: 'SET', history: [] },
      banned: { status: false, history: [] },
      alwaysPremod: { status: false, history: [] },
      suspension: { until: null, history: [] },
    },
    ignoresUsers: [],
    action_counts: {},
    tags: [],
    metadata: {},
    created_at: now,
    updated_at: now,
  }
  return platform.composition.createContext({ user })
}
