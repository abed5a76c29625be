import type { StoredDocument } from '@platform/client-kit'
import type { ReadResult } from '@platform/client-sdk'
import type { Graph } from './graph.ts'

/** The operation that a plugin declares under a name. */
export const documentOf = (plugin: string, name: string) =>
  `part:${plugin}/${name}` as StoredDocument<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>

/** Asks by a query of a plugin, as the reader. @returns `null` when it could not be read */
export async function readFor(
  graph: Pick<Graph, 'askAsViewer'>,
  plugin: string,
  [name, variables]: readonly [name: string, variables: Readonly<Record<string, unknown>>],
): Promise<ReadResult> {
  const answer = await graph.askAsViewer(documentOf(plugin, name), variables).catch(() => null)
  return answer === null || answer.errors?.length ? null : answer.data
}
