import { MutationForm, type PropsOf, useActions, useText } from '@platform/client-sdk'
import { rejectedHere } from './rejected-here.ts'

type Props = PropsOf<'commentTombstone'> & { readonly mayUndo: boolean }

/** The place of a rejected comment, where a moderator can take the decision back. */
export function Tombstone({ comment: { id }, sentence, mayUndo }: Props) {
  const text = useText()
  const { mutate, notify } = useActions()
  const undo = async () => {
    const { refused } = await mutate('takeBack', { id })
    notify(refused ?? text('undone'))
  }
  if (!mayUndo) return <p class="tombstone">{sentence}</p>
  return (
    <div class="tombstone moderated-tombstone">
      <span>{sentence}</span>
      <MutationForm name="takeBack" variables={{ id }} onSend={() => void undo()}>
        <button
          type="submit"
          class="action"
          ref={button => {
            if (button && rejectedHere.delete(id)) button.focus()
          }}
        >
          {text('undo')}
        </button>
      </MutationForm>
    </div>
  )
}
