import type { Connection } from './connection.ts'

/** The connections of an open store, each with room for pages of the file. */
interface Connections {
  readonly reader: Connection
  readonly writer: Connection
}

/**
 * The room of a connection for pages. The writer's is for those that a large write changes, which would otherwise be
 * written before its commit. KiB.
 */
const ROOM = { reader: 65_536, writer: 16_384 }
/** The room of each while a server starts. KiB. */
const ROOM_AT_START = 256
/** How long the start is given. Milliseconds. */
const START = 5_000

/**
 * Gives the connections little room for pages at first, because a start reads and writes much that is not asked for
 * again. The pages would lie between blocks that stay, and when they are freed the process would not become smaller.
 *
 * @returns a function for the end of the connections
 */
export function growPageCaches({ reader, writer }: Connections): () => void {
  const make = (connection: Connection, room: number) => connection.exec(`PRAGMA cache_size = -${room}`)
  make(reader, ROOM_AT_START)
  make(writer, ROOM_AT_START)
  const grow = setTimeout(() => {
    make(reader, ROOM.reader)
    make(writer, ROOM.writer)
  }, START).unref()
  return () => clearTimeout(grow)
}
