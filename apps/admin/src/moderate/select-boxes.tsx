import { useAdmin } from '../app/context.ts'
import type { Selection } from './use-selection.ts'

interface SelectCommentProps {
  /** The name of the author. */
  readonly name: string
  readonly isChecked: boolean
  /** Is called with whether everything since the last click is meant, because Shift was held. */
  onCheck(isChecked: boolean, isRange: boolean): void
}

/** The checkbox by which a comment is selected. */
export function SelectComment({ name, isChecked, onCheck }: SelectCommentProps) {
  const { texts } = useAdmin()
  return (
    <input
      type="checkbox"
      checked={isChecked}
      aria-label={texts.text('selectComment', { name })}
      // With Shift a browser would select the text in between.
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onClick={event => onCheck(event.currentTarget.checked, event.shiftKey)}
    />
  )
}

/** The checkbox that selects all comments that are loaded, or none. A single comment has its own. */
export function SelectAll({ selection }: { readonly selection: Selection }) {
  const { texts } = useAdmin()
  if (selection.loaded < 2) return null
  return (
    <label class="select-all">
      <input
        type="checkbox"
        checked={selection.isAll}
        indeterminate={selection.checked.size > 0 && !selection.isAll}
        onChange={() => (selection.isAll ? selection.clear() : selection.checkAll())}
      />{' '}
      {texts.text('selectAll')}
    </label>
  )
}
