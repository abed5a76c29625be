import { anchorOf, formAddress } from '../thread/addresses.ts'
import type { Actions, Changes, Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'

interface OpenForms extends Pick<Actions, 'toggleForm' | 'closeForm' | 'changes'> {
  load(use: (loaded: Changes) => void): Promise<void>
}

/** How a reader opens the forms about comments. Forms and changes are loaded when the first one is opened. */
export function createOpenForms(stream: Stream, graph: Graph): OpenForms {
  const { form, forms } = stream
  const changes = async () => {
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
  /** Does something with what is loaded first. After a failure the reader can try again. */
  const load = async (use: (loaded: Changes) => void): Promise<void> => {
    stream.retry.value = null
    try {
      use(await changes())
    } catch {
      stream.retry.value = () => void load(use)
    }
  }
  return {
    changes,
    closeForm,
    load,
    async toggleForm(kind, comment) {
      if (form.value?.comment === comment && form.value.kind === kind) return closeForm()
      if (!stream.viewer.value) {
        // On the platform's own page the page of the form leads to the page to sign in on, and back.
        if (stream.state.place === 'page') location.assign(formAddress(stream.state, comment, kind))
        else stream.actions?.signIn('sign-in', { kind, comment })
        return
      }
      await load(() => {
        stream.done.value = null
        form.value = { kind, comment, refused: null }
      })
    },
  }
}
