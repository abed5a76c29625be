import { z } from 'zod'

/**
 * `config`: what an operator may set. Checked before anything starts, with a message that names the key.
 * Use any library that follows Standard Schema; give defaults, so that the plugin also works unconfigured.
 */
export const config = z.strictObject({
  /** How many bookmarks one person may keep. */
  most: z.number().int().min(1).max(1_000).default(100),
  /** How often the tally is written to the log. Milliseconds. */
  reportEvery: z.number().int().min(1_000).default(3_600_000),
})

export type Config = z.output<typeof config>
