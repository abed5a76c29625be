import type { HookDefinition } from '@platform/plugin-sdk'
import { z } from 'zod'

const run = z.custom<(...args: never[]) => unknown>(value => typeof value === 'function', 'expected a function')

/** A handler makes notifications of the events of one name. Plugins give it further keys, which no check concerns. */
const handler = z.looseObject({
  event: z.string().min(1),
  category: z.string().min(1),
  handle: run,
  hydrate: run.optional(),
  supersedesCategories: z.array(z.string()).optional(),
  digestOrder: z.number().optional(),
})

const digest = z.looseObject({ cronTime: z.string().min(1), timeZone: z.string().min(1).optional() })

/**
 * The hooks that the predecessor's plugin for notifications reads without defining them. A plugin of this platform that
 * defines one itself takes its place.
 */
export const olderHooks: Readonly<Record<string, HookDefinition>> = {
  notifications: {
    schema: z.array(handler),
    description: 'handlers that make notifications of events',
    fallback: true,
  },
  notificationDigests: {
    schema: z.record(z.string(), digest),
    description: 'frequency → time at which collected notifications are sent',
    fallback: true,
  },
}
