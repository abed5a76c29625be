import type { QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'

const input = z.object({ userId: z.string(), url: z.string().nullable() })
/** The user who signed in, and the address of the picture at the provider; `null` when the provider has none now. */
export type FetchingAvatar = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'avatars.fetch': FetchingAvatar
    'avatars.clear': object
  }
}

const fetch: QueuedJob<typeof input, ServerContext> = {
  input,
  attempts: 5,
  timeout: 60_000,
  // Decoding a picture takes up to 384 MB for a moment.
  concurrency: 1,
  run: (job, { services }, { signal }) => services.avatars.load(job, signal),
}

const clear: QueuedJob<undefined, ServerContext> = {
  timeout: 600_000,
  run: async (_input, { services }, { signal }) => {
    while ((await services.avatars.clearSome()) > 0) signal.throwIfAborted()
  },
}

export const avatarJobs = { 'avatars.fetch': fetch, 'avatars.clear': clear }
