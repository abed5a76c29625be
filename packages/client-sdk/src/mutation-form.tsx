import type { ComponentChildren } from 'preact'
import { usePart, useSlotHost } from './host.ts'

/** What a form of a mutation is given. */
export interface MutationFormProps {
  /** The name under which the plugin declares the mutation. */
  readonly name: string
  readonly variables: Readonly<Record<string, unknown>>
  /**
   * What is done in place of sending the form, once the page has its scripts. It gets all variables, and the name of
   * the mutation. Default: it runs the mutation.
   */
  readonly onSend?: (variables: Readonly<Record<string, unknown>>, mutation: string) => void
  readonly class?: string
  /** The button that sends it, and fields: one that is called `variables.message` gives the variable `message`. */
  readonly children: ComponentChildren
}

/**
 * A form that runs a mutation of the plugin. Without script the server runs it, and leads back to the page.
 *
 * Where a field `variables.reason` is left empty, the one that is called `otherwise.reason` counts, such as a choice of
 * given texts beside a field for one's own. A field that is called `mutation`, such as a box that is ticked, names
 * another mutation of the plugin that is run instead.
 *
 * @example
 * <MutationForm name="thank" variables={{ id: comment.id }}>
 *   <button class="action">{text('thank')}</button>
 * </MutationForm>
 */
export function MutationForm({ name, variables, onSend, class: className = '', children }: MutationFormProps) {
  const host = useSlotHost()
  const { listed, comment } = usePart()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    const given = { ...variables, ...variablesIn(fields) }
    const mutation = String(fields.get('mutation') ?? name)
    if (onSend) return onSend(given, mutation)
    if (!host.viewer.value) return host.signIn()
    void host
      .mutate(listed.plugin, mutation, given)
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

/**
 * The variables in the fields of a form, by which the server reads a form that was sent without script, too.
 *
 * @example
 * variablesIn([['variables.reason', ''], ['otherwise.reason', 'It is an advert.']]) // { reason: 'It is an advert.' }
 */
export function variablesIn(fields: Iterable<readonly [string, unknown]>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, value] of fields) {
    const [, kind, name = ''] = /^(variables|otherwise)\.(\w+)$/.exec(field) ?? []
    if (kind && typeof value === 'string' && (kind === 'variables' ? value !== '' || !(name in found) : !found[name]))
      found[name] = value
  }
  return found
}
