import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { commentAddress, formAddress } from '../addresses.ts'
import { type Changed, type Changes, useStream } from '../context.ts'
import { plainClick } from '../plain-click.ts'
import type { FormKind } from '../state.ts'
import type { CommentNode } from '../thread.ts'
import { refusalText } from './refusal-text.ts'

/** What each form about a comment is given. */
export interface FormProps {
  readonly node: CommentNode
}

interface FormFrameProps extends FormProps {
  readonly kind: FormKind
  /** The name of the form, and of its button. */
  readonly label: string
  readonly submit: string
  readonly disabled?: boolean
  /** Why the form can't be sent as it is; `null` when it can. */
  readonly missing?: () => string | null
  readonly run: (changes: Changes) => Promise<Changed>
  /** What follows once the change is made. */
  readonly after?: () => void
  readonly children: ComponentChildren
}

/** A form about a comment, with its buttons and its problem. Without script the page of its address takes it. */
export function FormFrame({ node, kind, label, submit, disabled, missing, run, after, children }: FormFrameProps) {
  const stream = useStream()
  const { actions, state, texts, form } = stream
  const refused = form.value?.refused ?? null
  const [problem, setProblem] = useState(refused && refusalText(stream, refused))
  const [busy, setBusy] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    if (!actions || busy) return
    const lacks = missing?.() ?? null
    setProblem(lacks)
    if (lacks !== null) return
    setBusy(true)
    const answer = await actions.changes().then(run, () => ({ done: false as const, message: texts.text('failed') }))
    setBusy(false)
    if (answer.done) after?.()
    else setProblem(answer.message)
  }
  return (
    <form
      class={`comment-form ${kind}`}
      id={`${kind}-${node.id}`}
      method="post"
      action={formAddress(state, node.id, kind)}
      aria-label={label}
      onSubmit={event => void send(event)}
      onKeyDown={event => event.key === 'Escape' && actions?.closeForm()}
    >
      {children}
      {problem && (
        <p class="outcome wrong" role="alert">
          {problem}
        </p>
      )}
      <div class="composer-foot">
        <a class="action" href={commentAddress(state, node.id)} onClick={plainClick(() => actions?.closeForm())}>
          {texts.text('cancel')}
        </a>
        <button type="submit" class="button" disabled={busy || disabled}>
          {busy ? texts.text('saving') : submit}
        </button>
      </div>
    </form>
  )
}
