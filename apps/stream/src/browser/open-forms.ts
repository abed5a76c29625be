import { anchorOf, formAddress } from '../thread/addresses.ts'
import type { Actions, Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'

/** How a reader opens the forms about comments. Forms and changes are loaded when the first one is opened. */
export function createOpenForms(stream: Stream, graph: Graph): Pick<Actions, 'toggleForm' | 'closeForm' | 'changes'> {
  const { form, forms } = stream
  const changes: Actions['changes'] = async () => {
    const loaded = await import('./changes.ts')
    forms.value = loaded.forms
    return loaded.createChanges(stream, graph)
  }
  const closeForm = () => {
    const closed = form.value
    form.value = null
    if (closed === null) return
    const place = document.getElementById(anchorOf(closed.comment))
    place?.querySelector<HTMLElement>(`[data-tool="${closed.kind}"]`)?.focus()
  }
  return {
    changes,
    closeForm,
    async toggleForm(kind, comment) {
      if (form.value?.comment === comment && form.value.kind === kind) return closeForm()
      if (!stream.viewer.value) {
        // On the platform's own page the page of the form leads to the page to sign in on, and back.
        if (stream.state.place === 'page') location.assign(formAddress(stream.state, comment, kind))
        else stream.actions?.signIn('sign-in', { kind, comment })
        return
      }
      try {
        await changes()
        stream.done.value = null
        form.value = { kind, comment, refused: null }
      } catch {
        stream.announcement.value = stream.texts.text('notLoaded')
      }
    },
  }
}
