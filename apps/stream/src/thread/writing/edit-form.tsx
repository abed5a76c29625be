import { useEffect, useRef } from 'preact/hooks'
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
  const field = useRef<HTMLTextAreaElement>(null)
  useFirstFocus(field)
  useEffect(() => {
    if (whole === '') void actions?.whole(node.id)
    else if (draft.body === '') draft.write(whole)
  }, [whole])
  const left = useCharactersLeft(draft.body)
  const over = useTimeLeft(editing?.editableUntil) === 0
  const id = `edit-body-${node.id}`
  return (
    <FormFrame
      node={node}
      kind="edit"
      label={texts.text('editLabel')}
      submit={texts.text('save')}
      disabled={over || (left !== null && left < 0) || whole === '' || node.removed.value}
      missing={() => (draft.body.trim() === '' ? texts.text('blank') : null)}
      run={changes => changes.edit(node.id, draft.body.trim())}
      after={draft.clear}
    >
      <label class="unseen" for={id}>
        {texts.text('editLabel')}
      </label>
      <textarea
        ref={field}
        id={id}
        name="body"
        rows={4}
        dir="auto"
        required
        aria-describedby={`${id}-time`}
        value={draft.body}
        onInput={event => draft.write(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <p class="form-note" id={`${id}-time`}>
        {over ? texts.text('editOver') : <TimeLeft until={editing?.editableUntil} />}{' '}
        <Characters left={left} id={`${id}-left`} />
      </p>
    </FormFrame>
  )
}
