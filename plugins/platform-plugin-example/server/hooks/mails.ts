import type { MailDefinition } from '@platform/plugin-sdk'
import { z } from 'zod'

const values = z.object({ username: z.string(), count: z.number() })

/** `mails`: what the plugin writes to people. An operator can replace the texts. */
const reminder: MailDefinition<typeof values> = {
  values,
  sample: { username: 'ada', count: 3 },
  subject: '{{ username }}, you have bookmarks to read',
  text: 'You have {{ count }} bookmarks at {{ site }}.',
}

export const mails = { 'platform-plugin-example.reminder': reminder }
