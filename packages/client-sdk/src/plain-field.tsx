import type { ComponentProps } from 'preact'
import type { SlotProps } from './slots.ts'

/** The most characters that a form takes; the limit of the site may be lower. */
const LONGEST = 65_536

/** What the slot `draftArea` gets, and more for the element, such as `ref` and `onFocus`. */
export interface PlainFieldProps extends Omit<SlotProps['draftArea'], 'asset' | 'root'> {
  readonly more?: Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'value'>
}

/**
 * The field to write a comment in, as the stream has it where no plugin fills `draftArea`. Its label is not part of it.
 *
 * @example
 * const Field = (props: PropsOf<'draftArea'>) => <PlainField {...props} more={{ onFocus: loadEditor }} />
 */
export function PlainField({
  id,
  input,
  onInputChange,
  isEdit,
  disabled,
  describedBy,
  invalid,
  placeholder,
  more,
}: PlainFieldProps) {
  return (
    <textarea
      id={id}
      class="draft-field"
      name="body"
      rows={isEdit ? 4 : 3}
      required
      maxLength={LONGEST}
      dir="auto"
      aria-describedby={describedBy}
      aria-invalid={invalid ? 'true' : undefined}
      placeholder={placeholder || undefined}
      value={disabled ? '' : input.body}
      readOnly={disabled}
      onInput={({ currentTarget: { value: body } }) => onInputChange({ body })}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
      }}
      {...more}
    />
  )
}
