import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import { type KeptReading, keepReading } from './kept-reading.ts'

/** Goes on where the reader stopped: with the same comments collapsed, and with those marked that are new. */
export function resumeReading(stream: Stream): { keepCollapsed(): void } {
  const { state, thread, unread } = stream
  const kept = keepReading(state.discussion.id, Date.now())
  const marked = new Set<string>()
  effect(() => {
    // More comments may have been read.
    if (thread.known.value === marked.size) return
    for (const node of thread.all()) {
      if (marked.has(node.id)) continue
      marked.add(node.id)
      if (kept.collapsed.includes(node.id)) node.collapsed.value = true
      if (isUnread(stream, kept, node.id)) {
        node.unread.value = true
        unread.value = unread.peek() + 1
      }
    }
  })
  addEventListener('pagehide', () => kept.leave(Date.now()))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && kept.leave(Date.now()))
  return {
    keepCollapsed() {
      const known = [...thread.all()]
      const others = kept.collapsed.filter(id => !thread.has(id))
      kept.collapse([...others, ...known.filter(node => node.collapsed.value).map(({ id }) => id)])
    },
  }
}

function isUnread({ state, thread, viewer }: Stream, { seen }: KeptReading, id: string): boolean {
  const { created_at: created, user } = thread.node(id).fields.peek()
  const written = Date.parse(created)
  // What comes while the page is open is announced, and not counted here.
  return seen !== null && written > seen && written <= state.readAt && user?.id !== viewer.peek()?.id
}
