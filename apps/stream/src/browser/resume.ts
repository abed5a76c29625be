import { effect } from '@preact/signals'
import { Unread } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import type { CommentNode } from '../thread/thread.ts'
import type { Graph } from './graph.ts'
import type { KeptReading } from './kept-reading.ts'

interface Resumed {
  keepCollapsed(): void
  /** Asks how many comments others have written since the last visit. Call it once it is known who reads. */
  countUnread(): Promise<void>
}

/** Goes on where the reader stopped: with the same comments collapsed, and with those marked that are new. */
export function resumeReading(stream: Stream, graph: Graph, kept: KeptReading): Resumed {
  const { state, thread, unread, viewer } = stream
  const marked = new Set<string>()
  const mark = (node: CommentNode) => {
    node.unread.value = isUnread(stream, kept, node)
  }
  effect(() => {
    // More comments may have been read.
    if (thread.known.value === marked.size) return
    for (const node of thread.all()) {
      if (marked.has(node.id)) continue
      marked.add(node.id)
      if (kept.collapsed.includes(node.id)) node.collapsed.value = true
      mark(node)
    }
  })
  effect(() => {
    // Another reader has other comments of their own, and ignores other users.
    if (viewer.value) for (const node of thread.all()) mark(node)
  })
  return {
    keepCollapsed() {
      const known = [...thread.all()]
      const others = kept.collapsed.filter(id => !thread.has(id))
      kept.collapse([...others, ...known.filter(node => node.collapsed.value).map(({ id }) => id)])
    },
    async countUnread() {
      if (kept.seen === null) return
      const visit = { asset: state.discussion.id, since: new Date(kept.seen).toISOString() }
      const { data } = await graph.askAsViewer(Unread, visit).catch(() => ({ data: null }))
      unread.value = data && { ...data.unreadComments, since: visit.since }
    },
  }
}

function isUnread({ state, viewer }: Stream, { seen }: KeptReading, { fields }: CommentNode): boolean {
  const { body, created_at: created, user } = fields.peek()
  const written = Date.parse(created)
  const { id, ignoredUsers } = viewer.peek() ?? {}
  // What comes while the page is open is announced, and not counted here.
  if (seen === null || written <= seen || written > state.readAt || body === null || user === null) return false
  return user.id !== id && !ignoredUsers?.some(ignored => ignored.id === user.id)
}
