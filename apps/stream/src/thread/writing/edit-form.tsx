import { useEffect } from 'preact/hooks'
import { CommentField, fieldWith, useWriting } from '../comment-field.tsx'
import { useStream } from '../context.ts'
import { useDraft } from '../draft.ts'
import { isShortened } from '../shortened.ts'
import { Characters, useCharactersLeft } from './characters.tsx'
import { TimeLeft, useTimeLeft } from './edit-time.tsx'
import { useFirstFocus } from './first-focus.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'

/** The form to change the text of the own comment, in place of the text. */
export function EditForm({ node }: FormProps) {
  const { actions, form, state, texts } = useStream()
  const { body, editing } = node.fields.value
  const whole = isShortened(body ?? '') ? '' : (body ?? '')
  const draft = useDraft(state.discussion.id, `edit:${node.id}`, {
    given: form.value?.refused?.values['body'] ?? '',
    initial: whole,
  })
  const id = `edit-body-${node.id}`
  useFirstFocus(fieldWith(id))
  useEffect(() => {
    if (whole === '') void actions?.whole(node.id)
    else if (draft.body === '') draft.write(whole)
  }, [whole])
  const writing = useWriting(draft, { isReply: node.fields.value.parent !== null })
  const left = useCharactersLeft(draft.body)
  const over = useTimeLeft(editing?.editableUntil) === 0
  return (
    <FormFrame
      node={node}
      kind="edit"
      label={texts.text('editLabel')}
      submit={texts.text('save')}
      disabled={over || (left !== null && left < 0) || whole === '' || node.removed.value}
      missing={() => (draft.body.trim() === '' ? texts.text('blank') : null)}
      run={changes => changes.edit(node.id, draft.body.trim(), draft.more)}
      after={draft.clear}
    >
      <CommentField
        id={id}
        label={texts.text('editLabel')}
        writing={writing}
        comment={node.fields.value}
        isEdit
        describedBy={`${id}-time`}
      />
      <p class="form-note" id={`${id}-time`}>
        {over ? texts.text('editOver') : <TimeLeft until={editing?.editableUntil} />}{' '}
        <Characters left={left} id={`${id}-left`} />
      </p>
    </FormFrame>
  )
}
