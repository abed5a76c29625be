import { useAdmin } from '../app/context.ts'

interface SelectionBarProps {
  readonly count: number
  readonly isFull: boolean
  onDecide(status: 'ACCEPTED' | 'REJECTED'): void
  onClear(): void
}

/** What is decided about all comments that are selected. */
export function SelectionBar({ count, isFull, onDecide, onClear }: SelectionBarProps) {
  const { texts } = useAdmin()
  return (
    <fieldset class="selection">
      <legend class="unseen">{texts.text('selection')}</legend>
      <span>{texts.counted(isFull ? 'selectedAtMost' : 'selected', count)}</span>
      <button type="button" class="decision approve" onClick={() => onDecide('ACCEPTED')}>
        {texts.text('approveAll')}
      </button>
      <button type="button" class="decision reject" onClick={() => onDecide('REJECTED')}>
        {texts.text('rejectAll')}
      </button>
      <button type="button" class="quiet" onClick={onClear}>
        {texts.text('clearSelection')}
      </button>
    </fieldset>
  )
}
