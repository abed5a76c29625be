import type { CollectionIndexes } from '@platform/docstore'

/** A server that runs on the document store and on a database of Redis. */
export interface RunningServer {
  readonly id: string
  /** How often it has said that it runs. */
  readonly times: number
  /** When it last did. */
  readonly seen_at: Date
}

/** How long a server that has ended is remembered. Seconds. */
const REMEMBERED = 24 * 60 * 60

export const runningServerIndexes: CollectionIndexes = {
  collection: 'running_servers',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'ended', keys: { seen_at: 1 }, expireAfterSeconds: REMEMBERED },
  ],
}
