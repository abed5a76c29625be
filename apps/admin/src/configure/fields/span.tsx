import { useState } from 'preact/hooks'
import { useAdmin } from '../../app/context.ts'
import type { SettingName } from '../settings.ts'
import { countOf, type SpanUnit, secondsOf, unitOf } from '../spans.ts'
import { Setting } from './setting.tsx'
import { useSetting } from './use-setting.ts'

interface SpanProps {
  readonly name: SettingName
  /** The units to choose from, the shortest one first. */
  readonly units: readonly SpanUnit[]
  /** How many of the stored numbers are a second. */
  readonly second?: number
}

/** A setting that is a span of time, in a unit that the user chooses. */
export function Span({ name, units, second = 1 }: SpanProps) {
  const { texts } = useAdmin()
  const setting = useSetting(name)
  const stored = typeof setting.value === 'number' ? setting.value / second : null
  const [chosen, setChosen] = useState<SpanUnit | null>(null)
  const unit = chosen ?? unitOf(stored, units)
  const count = stored === null ? '' : String(countOf(stored, unit))
  const put = (number: number, of: SpanUnit) =>
    setting.change(Number.isNaN(number) ? null : secondsOf(number, of) * second)
  return (
    <Setting setting={setting}>
      <input
        type="number"
        {...setting.field}
        min={0}
        step="any"
        value={count}
        onInput={event => {
          setChosen(unit)
          put(event.currentTarget.valueAsNumber, unit)
        }}
      />
      <select
        aria-label={texts.text('unitOf', { name: setting.label })}
        value={unit}
        onChange={event => {
          const next = event.currentTarget.value as SpanUnit
          setChosen(next)
          if (count !== '') put(Number(count), next)
        }}
      >
        {units.map(each => (
          <option key={each} value={each}>
            {texts.text(each)}
          </option>
        ))}
      </select>
    </Setting>
  )
}
