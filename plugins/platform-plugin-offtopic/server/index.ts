import { definePlugin, type Tag } from '@platform/plugin-sdk'

/** The tag of comments that are off topic. Authors put it on their own comments only. */
const OFF_TOPIC: Tag = {
  name: 'OFF_TOPIC',
  permissions: { public: true, self: true, roles: [] },
  models: ['COMMENTS'],
  created_at: new Date('2026-01-01T00:00:00.000Z'),
}

/** Authors mark their own comments as off topic, when they write them or later. */
export default definePlugin({ name: 'platform-plugin-offtopic', sdk: '^1.0', tags: [OFF_TOPIC] })
