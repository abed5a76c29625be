import { NewerComments, ShownStates } from '../documents/generated.ts'
import type { Graph } from './graph.ts'

/** The most comments that are read at a time. */
const MOST = 50

/**
 * Reads the next comments of a discussion after a cursor, oldest first, and the state of the discussion. A time is a
 * cursor, too.
 */
export function askNewer(graph: Graph, discussion: string, cursor: string) {
  const query = { asset_id: discussion, limit: MOST, sortOrder: 'ASC', cursor } as const
  return graph.ask(NewerComments, { id: discussion, query })
}

/** Reads what became of comments. Those that are gone are left out. @returns `null` without an answer. */
export async function askShown(graph: Graph, ids: readonly string[]) {
  const answers = await Promise.all(inParts(ids).map(part => graph.ask(ShownStates, { ids: part })))
  return answers.some(({ data }) => data === null) ? null : answers.flatMap(({ data }) => data?.commentsById ?? [])
}

/** Divides ids into as many as are read at a time. */
export const inParts = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MOST) }, (_, part) => ids.slice(part * MOST, (part + 1) * MOST))
