import type { CollectionIndexes } from '@platform/docstore'

/** A server that runs on the document store and on a database of Redis. */
export interface RunningServer {
  readonly id: string
  /** When it last said that it runs, which it does every hour. */
  readonly seen_at: Date
}

/** How long a server that ended without saying so is remembered. Seconds. */
const REMEMBERED = 7 * 24 * 60 * 60

export const runningServerIndexes: CollectionIndexes = {
  collection: 'running_servers',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'ended', keys: { seen_at: 1 }, expireAfterSeconds: REMEMBERED },
  ],
}
