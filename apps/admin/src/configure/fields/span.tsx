import { useState } from 'preact/hooks'
import { useAdmin } from '../../app/context.ts'
import type { SettingName } from '../settings.ts'
import { Setting } from './setting.tsx'
import { useSetting } from './use-setting.ts'

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, weeks: 604_800 } as const
export type SpanUnit = keyof typeof SECONDS

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
  const fitting = units.findLast(unit => stored !== null && stored > 0 && stored % SECONDS[unit] === 0) ?? units[0]!
  const [chosen, setChosen] = useState<SpanUnit | null>(null)
  const unit = chosen ?? fitting
  // Half an hour is half of a unit, and a span that the field can't show exactly stays as it is.
  const count = stored === null ? '' : String(Math.round((stored / SECONDS[unit]) * 1_000) / 1_000)
  const put = (number: number, of: SpanUnit) =>
    setting.change(Number.isNaN(number) ? null : Math.round(number * SECONDS[of]) * second)
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
