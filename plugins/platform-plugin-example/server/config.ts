import { z } from 'zod'

/**
 * `config`: the schema of the plugin's configuration, which an operator writes into `plugins.json`. When the server
 * starts, it refuses a wrong value with a message that names the key. You can use any library that follows Standard
 * Schema. Give every key a default, so that the plugin also works without configuration.
 */
export const config = z.strictObject({
  /** The most comments that one user may star. */
  maxStars: z.number().int().min(1).max(1_000).default(100),
  /** How often the tally is written to the log, in milliseconds. */
  reportEvery: z.number().int().min(1_000).default(3_600_000),
})

export type Config = z.output<typeof config>
