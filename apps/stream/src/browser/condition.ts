import { effect } from '@preact/signals'
import type { Stream } from '../thread/context.ts'

/** How often relative times are written anew. Milliseconds. */
const TICK = 30_000
/** A timer that is longer than this fires immediately. Milliseconds. */
const LONGEST = 2 ** 31 - 1

/** Follows what happens to the page: time passes, the network goes and comes, the reader goes back in the history. */
export function followCondition(stream: Stream): void {
  const { actions, now, offline, state, thread, viewer } = stream
  now.value = Date.now()
  setInterval(() => {
    now.value = Date.now()
  }, TICK)
  const look = () => {
    offline.value = !navigator.onLine
  }
  look()
  addEventListener('offline', look)
  addEventListener('online', look)
  effect(() => {
    if (thread.closesAt.value === null) return
    const left = thread.closesAt.value - Date.now()
    if (left > LONGEST) return
    const timer = setTimeout(() => {
      thread.closed.value = true
    }, left)
    return () => clearTimeout(timer)
  })
  effect(() => {
    const until = viewer.value?.state?.status?.suspension.until
    const left = until ? Date.parse(until) - Date.now() : 0
    if (left <= 0 || left > LONGEST) return
    const timer = setTimeout(() => {
      now.value = Date.now()
    }, left + 1)
    return () => clearTimeout(timer)
  })
  if (state.place === 'page' && state.focus?.alone)
    history.replaceState({ comment: state.focus.branch.id }, '', location.href)
  addEventListener('popstate', ({ state: entry }) => {
    const id: unknown = (entry as { comment?: unknown } | null)?.comment
    if (typeof id === 'string') actions?.focus(id, { history: true })
    else if (stream.focus.value) actions?.unfocus({ history: true })
  })
}
