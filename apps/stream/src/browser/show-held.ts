import type { Stream } from '../thread/context.ts'

/** Shows the viewer's own comments that wait for a moderator, where the list has a place for them. */
export function showHeld({ focus, form, state, tag, thread, viewer }: Stream): void {
  const all = tag.value === null && state.after === null && !focus.value?.alone
  // What the viewer writes in the form stays, also when the comment was rejected meanwhile.
  const edited = form.value?.kind === 'edit' ? form.value.comment : null
  thread.showHeld(viewer.value?.held.nodes ?? [], { roots: all, edited })
}
