type Field = HTMLInputElement | HTMLTextAreaElement

/** A field that the reader has changed before the browser drew it. */
interface Typed {
  readonly field: Field
  readonly value: string
  readonly checked: boolean
  /** The part that is selected, in the field that has the focus. */
  readonly selection: readonly [start: number, end: number] | null
}

/** What the reader has written and chosen in fields that the server drew, which would be drawn as they were. */
export function readTyped(place: Element): readonly Typed[] {
  return [...place.querySelectorAll<Field>('textarea, input')].flatMap(field => {
    const changed = isChoice(field) ? isChosen(field) : field.value !== field.defaultValue
    if (!changed) return []
    const { value, selectionStart: start, selectionEnd: end } = field
    const selection =
      field === document.activeElement && start !== null && end !== null ? ([start, end] as const) : null
    return [{ field, value, checked: isChoice(field) && field.checked, selection }]
  })
}

/** Puts it back, and lets the components know. */
export function restoreTyped(typed: readonly Typed[]): void {
  for (const { field, value, checked, selection } of typed) {
    if (isChoice(field)) field.checked = checked
    else field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (isChoice(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
    if (selection) field.setSelectionRange(...selection)
  }
}

/** Of several radio buttons only the one that is chosen now says something. */
const isChosen = ({ type, checked, defaultChecked }: HTMLInputElement) =>
  checked !== defaultChecked && (checked || type !== 'radio')

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
