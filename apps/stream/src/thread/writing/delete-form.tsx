import { useRef } from 'preact/hooks'
import { useStream } from '../context.ts'
import { useFirstFocus } from './first-focus.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'

/** The question whether the own comment is to be deleted. */
export function DeleteForm({ node }: FormProps) {
  const { texts } = useStream()
  const question = useRef<HTMLParagraphElement>(null)
  useFirstFocus(question)
  return (
    <FormFrame
      node={node}
      kind="delete"
      label={texts.text('deleteLabel')}
      submit={texts.text('deleteYes')}
      run={changes => changes.remove(node.id)}
    >
      <p ref={question} tabIndex={-1}>
        {texts.text('deleteQuestion')}
      </p>
    </FormFrame>
  )
}
