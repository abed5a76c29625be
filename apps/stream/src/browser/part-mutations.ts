import type { MutationResult } from '@platform/client-sdk'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { Actions, Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'
import { explain, refusalIn } from './refusals.ts'

/** What components of plugins do with the graph. */
export function createPartMutations(stream: Stream, graph: Graph): Pick<Actions, 'mutate'> {
  return {
    async mutate(plugin, name, variables): Promise<MutationResult> {
      const document = `part:${plugin}/${name}` as StoredDocument<Record<string, unknown>, object>
      const answer = await graph.askAsViewer(document, variables).catch(() => null)
      if (!answer) return { data: null, refused: stream.texts.text('failed') }
      const refusal = refusalIn(answer)
      return { data: answer.data, refused: refusal && (await explain(stream, refusal)) }
    },
  }
}
