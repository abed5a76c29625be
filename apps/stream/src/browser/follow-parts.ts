import type { Client } from 'graphql-ws'
import type { Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'

/** Follows what plugins want to hear about in the discussion. */
export function followParts(
  { slots, state, viewer }: Stream,
  client: Pick<Client, 'subscribe'>,
  graph: Pick<Graph, 'idOf'>,
): void {
  const page = {
    get viewer() {
      return viewer.value
    },
    changeComment: slots.changeComment,
  }
  for (const { plugin, part } of slots.parts)
    for (const [name, { heard }] of Object.entries(part.subscriptions ?? {}))
      client.subscribe(
        {
          query: '',
          variables: { asset: state.discussion.id },
          extensions: { documentId: graph.idOf(`part:${plugin}/${name}`) },
        },
        {
          next({ data }) {
            if (data) heard(data, page)
          },
          error: ignore,
          complete: ignore,
        },
      )
}

const ignore = () => undefined
