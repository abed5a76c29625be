import { useState } from 'preact/hooks'
import { Icon } from '../elements.tsx'
import { MutationForm } from '../mutation-form.tsx'
import type { SlotProps } from '../slots.ts'
import { useActions, useText, useViewer } from '../use.ts'
import type { Reaction } from './summaries.ts'

/** How the button of a reaction looks, and what it changes. */
export interface ReactionLook {
  readonly name: string
  readonly icon: string
  readonly iconOnly: boolean
  readonly reaction: Reaction
}

/** The button of a reaction below a comment. */
export function ReactionButton({
  comment,
  own,
  name,
  icon,
  iconOnly,
  reaction,
}: SlotProps['commentReactions'] & ReactionLook) {
  const text = useText()
  const mine = reaction.ownId(own)
  const { busy, toggle } = useToggle(comment.id, { mine, reaction })
  const count = reaction.countOf(comment)
  const label = text(mine === null ? 'react' : 'reacted')
  return (
    <MutationForm
      name={mine === null ? 'create' : 'delete'}
      variables={{ id: mine ?? comment.id }}
      onSend={() => void toggle()}
    >
      <button
        type="submit"
        class={`action reaction ${name}`}
        aria-pressed={mine !== null}
        aria-busy={busy}
        title={iconOnly ? label : undefined}
      >
        <Icon path={icon} />
        <span class={iconOnly ? 'unseen' : 'label'}>{label}</span>
        {count > 0 && <span class="count">{count}</span>}
      </button>
    </MutationForm>
  )
}

/** The id of an action that the server has not confirmed. */
const PENDING = 'pending'

/** Gives a reaction, or takes it back. It shows immediately, and is undone when the server refuses it. */
function useToggle(comment: string, { mine, reaction }: { readonly mine: string | null; readonly reaction: Reaction }) {
  const { changeComment, mutate, notify, signIn } = useActions()
  const viewer = useViewer()
  const [busy, setBusy] = useState(false)
  const toggle = async () => {
    if (!viewer) return signIn()
    if (busy) return
    setBusy(true)
    changeComment(comment, mine === null ? reaction.given(PENDING) : reaction.taken())
    const { data, refused } = await (mine === null ? mutate('create', { id: comment }) : mutate('delete', { id: mine }))
    setBusy(false)
    if (data === null || refused !== null)
      changeComment(comment, mine === null ? reaction.taken() : reaction.given(mine))
    else if (mine === null) changeComment(comment, reaction.given(createdId(data) ?? PENDING))
    if (refused !== null) notify(refused)
  }
  return { busy, toggle }
}

/** The id of the action in the answer to the mutation that made it: `{ createRespectAction: { respect: { id } } }`. */
function createdId(data: Readonly<Record<string, unknown>>): string | undefined {
  const [answer] = Object.values(data) as (Readonly<Record<string, { readonly id?: string } | null>> | null)[]
  return Object.values(answer ?? {}).find(each => each?.id !== undefined)?.id
}
