import type { Session } from '../contract/collection.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import type { LongRead } from './long-read.ts'
import type { CollectionSchema } from './schema.ts'
import type { Stream, StreamedFind } from './streams.ts'
import type { Target } from './write.ts'

/** What a collection calls in its store. */
export interface CollectionStore {
  schemaOf(collection: string): CollectionSchema
  /** Runs a read on the session's connection, or without a session on a connection that sees only committed data. */
  read<R>(session: Session | undefined, work: (connection: Connection) => R): R | Promise<R>
  /** Runs a read without a session, which may take long: for some milliseconds at most, or for `READ_DEADLINE`. */
  readApart(read: LongRead, milliseconds: number | undefined): unknown
  /** The results of a find, if there are few, or a stream that reads some of them at a time. */
  openStream(find: StreamedFind): Promise<readonly Doc[] | Stream>
  /** A promise to await before the next result of a stream; `undefined` while its reader has not gone on for long. */
  readonly turn: Promise<void> | undefined
  /** Does work after other such work on the same collection. */
  inTurn<R>(collection: string, work: () => Promise<R>): Promise<R>
  /** Runs a write on a collection: immediately in a session, otherwise with the next commit. */
  write<R>(session: Session | undefined, collection: string, work: (target: Target) => R): Promise<R>
}
