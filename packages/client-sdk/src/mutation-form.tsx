import type { ComponentChildren } from 'preact'
import { usePart, useSlotHost } from './host.ts'

/** What a form of a mutation is given. */
export interface MutationFormProps {
  /** The name under which the plugin declares the mutation. */
  readonly name: string
  readonly variables: Readonly<Record<string, unknown>>
  /** What is done in place of sending the form, once the page has its scripts. Default: it runs the mutation. */
  readonly onSend?: () => void
  readonly class?: string
  /** The button that sends it. */
  readonly children: ComponentChildren
}

/**
 * A form that runs a mutation of the plugin. Without script the server runs it, and leads back to the page.
 *
 * @example
 * <MutationForm name="thank" variables={{ id: comment.id }}>
 *   <button class="action">{text('thank')}</button>
 * </MutationForm>
 */
export function MutationForm({ name, variables, onSend, class: className = '', children }: MutationFormProps) {
  const host = useSlotHost()
  const { listed, comment } = usePart()
  const send = (event: Event) => {
    event.preventDefault()
    if (onSend) return onSend()
    if (!host.viewer.value) return host.signIn()
    void host
      .mutate(listed.plugin, name, variables)
      .then(({ refused }) => refused !== null && host.notify(refused, comment))
  }
  return (
    <form class={`mutation ${className}`} method="post" action={host.formAddress(listed.plugin, name)} onSubmit={send}>
      <input type="hidden" name="variables" value={JSON.stringify(variables)} />
      {comment !== null && <input type="hidden" name="comment" value={comment} />}
      {children}
    </form>
  )
}
