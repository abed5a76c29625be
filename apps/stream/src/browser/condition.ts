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
  effect(() =>
    at(thread.closesAt.value, () => {
      thread.closed.value = true
    }),
  )
  effect(() => {
    const until = viewer.value?.state?.status?.suspension.until
    // At the very moment the suspension still counts.
    return at(until ? Date.parse(until) + 1 : null, () => {
      now.value = Date.now()
    })
  })
  if (state.place === 'page' && state.focus?.alone)
    history.replaceState({ comment: state.focus.branch.id }, '', location.href)
  addEventListener('popstate', ({ state: entry }) => {
    const id: unknown = (entry as { comment?: unknown } | null)?.comment
    if (typeof id === 'string') actions?.focus(id, { history: true })
    else if (stream.focus.value) actions?.unfocus({ history: true })
  })
}

/** Calls back at a time in milliseconds, if there is one. The returned function ends the wait. */
function at(time: number | null, callback: () => void): (() => void) | undefined {
  if (time === null || time - Date.now() > LONGEST) return undefined
  const timer = setTimeout(callback, time - Date.now())
  return () => clearTimeout(timer)
}
