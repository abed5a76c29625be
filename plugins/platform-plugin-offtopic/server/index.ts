import { definePlugin, type Tag } from '@platform/plugin-sdk'

/**
 * Marks comments that are off topic: authors choose it for their own comments only.
 */
const OFF_TOPIC: Tag = {
  name: 'OFF_TOPIC',
  permissions: { public: true, self: true, roles: [] },
  models: ['COMMENTS'],
  created_at: new Date('2026-01-01T00:00:00.000Z'),
}

/** Authors mark their comments as off topic, while writing or later. */
export default definePlugin({ name: 'platform-plugin-offtopic', sdk: '^1.0', tags: [OFF_TOPIC] })
