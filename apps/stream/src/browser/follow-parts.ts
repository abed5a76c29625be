import type { Client } from 'graphql-ws'
import type { StreamState } from '../thread/state.ts'
import type { DrawnStream } from './draw-stream.tsx'
import type { Graph } from './graph.ts'

interface Following extends Pick<Graph, 'idOf'> {
  /** Acts once the comments are drawn here, which an event is a reason for. */
  draw(act: (drawn: DrawnStream) => void): void
  /** Called after each event. */
  heard(): void
}

/** Follows what plugins want to hear about in the discussion, also before the reader has used the page. */
export function followParts(
  { discussion, subscriptions }: StreamState,
  client: Pick<Client, 'subscribe'>,
  { idOf, draw, heard }: Following,
): void {
  for (const name of subscriptions) {
    const slash = name.lastIndexOf('/')
    const [plugin, subscription] = [name.slice(0, slash), name.slice(slash + 1)]
    client.subscribe<Readonly<Record<string, never>>>(
      { query: '', variables: { asset: discussion.id }, extensions: { documentId: idOf(`part:${name}`) } },
      {
        next({ data }) {
          if (!data) return
          draw(({ stream: { slots, viewer } }) => {
            // The part may have been built anew since.
            const listed = slots.parts.find(each => each.plugin === plugin)
            const { changeAsset, changeComment } = slots
            try {
              const { heard: tell } = listed?.part.subscriptions?.[subscription] ?? {}
              tell?.(data, { viewer: viewer.value, changeAsset, changeComment })
            } catch (error) {
              slots.failed({ plugin, version: listed?.version ?? null, slot: 'subscriptions', error })
            }
            heard()
          })
        },
        error: ignore,
        complete: ignore,
      },
    )
  }
}

const ignore = () => undefined
