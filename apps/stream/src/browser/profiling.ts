import { OlderOwnComments, OwnProfile, RemoveOwnAvatar } from '../documents/generated.ts'
import { ownCommentsQuery } from '../profile/around.ts'
import type { Profiling, Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'
import { explain, isMade, refusalIn } from './refusals.ts'

/** How the reader's own profile is read and changed. */
export function profilingOf(stream: Stream, graph: Graph): Profiling {
  const { profile, texts, viewer } = stream
  const read = async () => {
    const answer = await graph.askAsViewer(OwnProfile, { comments: ownCommentsQuery(null) }).catch(() => null)
    const me = answer?.data?.me
    if (!me) return false
    profile.value = me
    return true
  }
  return {
    read,
    async more() {
      const known = profile.value
      const query = ownCommentsQuery(known?.comments.endCursor ?? null)
      const answer = await graph.askAsViewer(OlderOwnComments, { comments: query }).catch(() => null)
      const me = answer?.data?.me
      // The reader may be another one meanwhile, or the list may have been read again.
      if (!known || !me || me.id !== known.id || profile.value !== known) return null
      const shown = new Set(known.comments.nodes.map(({ id }) => id))
      const news = me.comments.nodes.filter(({ id }) => !shown.has(id))
      profile.value = { ...known, comments: { ...me.comments, nodes: [...known.comments.nodes, ...news] } }
      return news[0]?.id ?? ''
    },
    async removePicture() {
      const answer = await graph.askAsViewer(RemoveOwnAvatar, { id: viewer.value?.id ?? '' }).catch(() => null)
      const refusal = answer && refusalIn(answer)
      if (refusal) return { done: false, message: await explain(stream, refusal) }
      if (!answer || !isMade(answer)) return { done: false, message: texts.text(answer ? 'failed' : 'noConnection') }
      await Promise.all([stream.actions?.refresh(), read()])
      return { done: true }
    },
  }
}
