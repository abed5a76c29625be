import type { Client } from 'graphql-ws'
import type { Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'

/** Follows what plugins want to hear about in the discussion. */
export function followParts(
  { slots, state, viewer }: Stream,
  client: Pick<Client, 'subscribe'>,
  { idOf, heard }: Pick<Graph, 'idOf'> & { heard(): void },
): void {
  const page = {
    get viewer() {
      return viewer.value
    },
    changeAsset: slots.changeAsset,
    changeComment: slots.changeComment,
  }
  for (const { plugin, part } of slots.parts)
    for (const name of Object.keys(part.subscriptions ?? {}))
      client.subscribe(
        {
          query: '',
          variables: { asset: state.discussion.id },
          extensions: { documentId: idOf(`part:${plugin}/${name}`) },
        },
        {
          next({ data }) {
            // The part may have been built anew since.
            const current = slots.parts.find(each => each.plugin === plugin)?.part
            if (!data) return
            current?.subscriptions?.[name]?.heard(data, page)
            heard()
          },
          error: ignore,
          complete: ignore,
        },
      )
}

const ignore = () => undefined
