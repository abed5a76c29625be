import { useAdmin } from '../app/context.ts'
import type { Selection } from './use-selection.ts'

/** What is decided about all comments that are selected. */
export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { texts } = useAdmin()
  const { checked, isFull, isAll } = selection
  if (checked.size === 0) return null
  return (
    <fieldset class="selection">
      <legend class="unseen">{texts.text('selection')}</legend>
      <span>{texts.counted(isFull ? 'selectedAtMost' : 'selected', checked.size)}</span>
      <button type="button" class="decision approve" onClick={() => selection.decide('ACCEPTED')}>
        {texts.text('approveAll')}
      </button>
      <button type="button" class="decision reject" onClick={() => selection.decide('REJECTED')}>
        {texts.text('rejectAll')}
      </button>
      {!isAll && (
        <button type="button" class="quiet" onClick={selection.checkAll}>
          {texts.text('selectAll')}
        </button>
      )}
      <button type="button" class="quiet" onClick={selection.clear}>
        {texts.text('clearSelection')}
      </button>
    </fieldset>
  )
}
