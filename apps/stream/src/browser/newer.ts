import { NewerComments } from '../documents/generated.ts'
import type { Graph } from './graph.ts'

/** The most comments that are read at a time. */
const MOST = 50

/** Reads the next comments of a discussion after a cursor, oldest first, and the state of the discussion. */
export function askNewer(graph: Graph, discussion: string, cursor: string) {
  const query = { asset_id: discussion, limit: MOST, sortOrder: 'ASC', cursor } as const
  return graph.ask(NewerComments, { id: discussion, query })
}
