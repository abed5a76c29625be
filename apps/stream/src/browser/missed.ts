import type { StatusFragment } from '../documents/types.ts'
import type { StreamState } from '../thread/state.ts'
import type { Drawing } from './drawing.ts'
import type { Graph } from './graph.ts'
import { askNewer } from './newer.ts'

/** How long what a page shows is as good as new, from when it began to load. Milliseconds. */
const SOON = 10_000

/** Makes the function that reads what a page has missed. While the server's drawing is right, nothing is drawn anew. */
export function createMissed(
  state: StreamState,
  { graph, drawing }: { readonly graph: Graph; readonly drawing: Drawing },
): () => Promise<void> {
  let reads = 0
  return async () => {
    const late = reads++ > 0 || performance.now() > SOON
    try {
      if (!late && !drawing.now && !(await hasNews(state, graph))) return
      const { news } = await drawing.begin()
      // A page that begins to follow as soon as it is loaded shows what was read a moment ago.
      await news.read({ shown: late })
    } catch {
      // The next attempt reads it.
    }
  }
}

/** Whether there are other comments than those that the page was read with, or another state of the discussion. */
async function hasNews({ discussion, readAt, recent }: StreamState, graph: Graph): Promise<boolean> {
  const { data } = await askNewer(graph, discussion.id, new Date(readAt).toISOString())
  const { asset, comments } = data ?? {}
  if (comments?.nodes.some(({ id }) => !recent.includes(id))) return true
  const before = partsOf(discussion)
  return asset != null && partsOf(asset).some((part, at) => part !== before[at])
}

interface Counted extends StatusFragment {
  readonly totalCommentCount: number | null
  readonly featured?: number | null
}

const partsOf = ({ closedAt, featured, isClosed, settings, totalCommentCount }: Counted) => [
  closedAt,
  featured,
  isClosed,
  totalCommentCount,
  settings.disableCommenting,
  settings.closedMessageMarkup,
  settings.disableCommentingMessageMarkup,
]
