import { definePlugin, type Tag } from '@platform/plugin-sdk'

/** The tag of users who are subscribers. Administrators put it on users, and so does the site by a token of theirs. */
const SUBSCRIBER: Tag = {
  name: 'SUBSCRIBER',
  permissions: { public: true, self: false, roles: ['ADMIN'] },
  models: ['USERS'],
  created_at: new Date('2026-01-01T00:00:00.000Z'),
}

/** Administrators mark users as subscribers. */
export default definePlugin({ name: 'platform-plugin-subscriber', sdk: '^1.0', tags: [SUBSCRIBER] })
