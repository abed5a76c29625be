import type { Stream } from '../thread/context.ts'

/** Shows the viewer's own comments that wait for a moderator, where the list has a place for them. */
export function showHeld({ focus, state, tag, thread, viewer }: Stream): void {
  const all = tag.value === null && state.after === null && !focus.value?.alone
  thread.showHeld(viewer.value?.held.nodes ?? [], { roots: all })
}
