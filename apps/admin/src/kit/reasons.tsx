/** A choice of one of some reasons, of which the first is chosen. */
export function Reasons({
  name,
  label,
  reasons,
}: {
  readonly name: string
  readonly label: string
  readonly reasons: readonly string[]
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {reasons.map((reason, i) => (
        <label key={reason} class="choice">
          <input type="radio" name={name} value={reason} defaultChecked={i === 0} /> <span dir="auto">{reason}</span>
        </label>
      ))}
    </fieldset>
  )
}
