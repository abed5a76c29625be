import { createRequire } from 'node:module'
import { z } from 'zod'

/** The version of the server, as its package.json says. */
export const { version: SERVER_VERSION } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('../../package.json'))
