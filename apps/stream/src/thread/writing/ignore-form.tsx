import { useRef } from 'preact/hooks'
import { useStream } from '../context.ts'
import { useFirstFocus } from './first-focus.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'

/** The question whether the author of a comment is to be ignored, or not any more. */
export function IgnoreForm({ node }: FormProps) {
  const { texts, viewer } = useStream()
  const question = useRef<HTMLParagraphElement>(null)
  useFirstFocus(question)
  const { user } = node.fields.value
  if (!user) return null
  const { id, username: name } = user
  const ignored = viewer.value?.ignoredUsers?.some(each => each.id === id) ?? false
  return (
    <FormFrame
      node={node}
      kind="ignore"
      label={texts.text('ignoreLabel', { name })}
      submit={texts.text(ignored ? 'stopIgnoring' : 'ignoreYes', { name })}
      run={changes => changes.ignore(id, !ignored)}
    >
      <input type="hidden" name="ignored" value={ignored ? 'no' : 'yes'} />
      <p ref={question} tabIndex={-1}>
        {texts.text(ignored ? 'ignoredComment' : 'ignoreQuestion', { name })}
      </p>
    </FormFrame>
  )
}
