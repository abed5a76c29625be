import { z } from 'zod'

/**
 * `config`: the settings that an operator may write. The server checks them when it starts, with a message that names
 * the key. Use any library that follows Standard Schema. Give defaults, so that the plugin also works without settings.
 */
export const config = z.strictObject({
  /** How many comments one user may star. */
  most: z.number().int().min(1).max(1_000).default(100),
  /** How often the tally is written to the log, in milliseconds. */
  reportEvery: z.number().int().min(1_000).default(3_600_000),
})

export type Config = z.output<typeof config>
