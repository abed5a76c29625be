import type { StreamState } from '../thread/state.ts'
import { changedDiscussion, changedFields, isOther, type Seen } from './changed.ts'
import type { Drawing } from './drawing.ts'
import type { Graph } from './graph.ts'
import { askNewer, askShown } from './newer.ts'

/** Makes the function that reads what a page has missed. While the server's drawing is right, nothing is drawn anew. */
export function createMissed(
  state: StreamState,
  { graph, drawing }: { readonly graph: Graph; readonly drawing: Drawing },
): () => Promise<boolean> {
  let reads = 0
  const read = async (again: boolean) => {
    try {
      // Where plugins draw, the state of the page does not say all that is shown, such as the numbers of reactions.
      if (!again && !drawing.now && !(await hasNews(state, graph))) return true
      const { news } = await drawing.begin()
      await news.read()
      return true
    } catch {
      // The next attempt reads it.
      return false
    }
  }
  return async () => {
    const again = reads++ > 0
    const isRead = await read(again)
    // Until then a content delivery network may have answered with what it kept.
    if (state.site.sharedMaxAge > 0) setTimeout(() => void read(again), state.site.sharedMaxAge * 1_000)
    return isRead
  }
}

/**
 * Whether there are other comments than those that the page was read with, others of them have changed or are gone, or
 * the discussion has another state. A page may be much older than the visit: browsers and networks keep it.
 *
 * @throws Error without an answer.
 */
async function hasNews(state: StreamState, graph: Graph): Promise<boolean> {
  const { discussion, newsFrom, recent } = state
  const shown = shownIn(state)
  const [{ data }, now] = await Promise.all([
    askNewer(graph, discussion.id, new Date(newsFrom).toISOString()),
    askShown(graph, [...shown.keys()]),
  ])
  if (data === null || now === null) throw new Error('no answer')
  const { asset, comments } = data
  if (comments?.hasNextPage || comments?.nodes.some(({ id }) => !recent.includes(id))) return true
  if (now.length < shown.size || now.some(comment => isOther(shown.get(comment.id)!, comment))) return true
  if (!asset) return false
  return (changedDiscussion(discussion, asset) ?? changedFields(discussion.settings, asset.settings)) !== null
}

type Below = Seen & { readonly id: string; readonly replies?: { readonly nodes: readonly Below[] } | null }

/** The comments that the page was read with, by their ids. */
function shownIn({ comments, focus }: StreamState): ReadonlyMap<string, Seen> {
  const under = (branches: readonly Below[]): (readonly [string, Seen])[] =>
    branches.flatMap(branch => [[branch.id, branch] as const, ...under(branch.replies?.nodes ?? [])])
  return new Map(under([...comments.nodes, ...(focus ? [...focus.above, focus.branch] : [])]))
}
