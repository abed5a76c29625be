import type { Session } from '../contract/collection.ts'
import type { Connection } from './connection.ts'
import type { CollectionSchema } from './schema.ts'
import type { Target } from './write.ts'

/** What a collection may ask of its store. */
export interface Access {
  schemaOf(collection: string): CollectionSchema
  /** Runs a read: on the session's connection, or on one that sees only what is committed. */
  read<R>(session: Session | undefined, work: (connection: Connection) => R): R
  /** A connection, and with it a snapshot, for a result that is read bit by bit. */
  openStream(): { readonly connection: Connection; readonly release: () => void }
  /** Runs a write on a collection: at once in a session, else with the next commit. */
  write<R>(session: Session | undefined, collection: string, work: (target: Target) => R): Promise<R>
}
