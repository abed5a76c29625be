import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { useAdmin } from '../app/context.ts'
import { dayText } from './numbers.ts'

/** One line or row of bars of a chart. */
export interface Line {
  readonly label: string
  /** A custom property of the style sheet, such as `--accent`. */
  readonly colour: string
  readonly kind: 'line' | 'bars'
  /** A value for each day; `null` leaves a gap. */
  readonly values: readonly (number | null)[]
}

interface ChartProps {
  readonly title: string
  /** What stands behind a number. */
  readonly unit: string
  /** The days, such as `2026-03-01`. */
  readonly days: readonly string[]
  readonly lines: readonly Line[]
}

const HEIGHT = 220
const DAY = 86_400

/** A chart by day. It is drawn on a canvas, and the table behind it says the same. */
export function Chart({ title, unit, days, lines }: ChartProps) {
  const { texts } = useAdmin()
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([days, lines])
  useEffect(() => {
    const box = place.current
    if (!box) return
    let chart: uPlot | undefined
    const draw = () => {
      chart?.destroy()
      const data = [days.map(day => Date.parse(day) / 1_000), ...lines.map(({ values }) => [...values])]
      const day = (time: number, isShort: boolean) => dayText(texts, new Date(time * 1_000).toISOString(), isShort)
      const number = (value: number | null) => (value === null ? '–' : texts.number(Math.round(value * 10) / 10) + unit)
      chart = new uPlot(
        optionsOf({ box, lines, dayLabel: texts.text('day'), day, number }),
        data as uPlot.AlignedData,
        box,
      )
    }
    const resized = new ResizeObserver(() => chart?.setSize({ width: box.clientWidth, height: HEIGHT }))
    const dark = matchMedia('(prefers-color-scheme: dark)')
    draw()
    resized.observe(box)
    dark.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', draw)
      chart?.destroy()
    }
  }, [key, unit])
  return <div ref={place} class="chart" role="img" aria-label={texts.text('chartOf', { title })} />
}

interface Drawn {
  readonly box: HTMLElement
  readonly lines: readonly Line[]
  /** What the numbers below the chart call the day. */
  readonly dayLabel: string
  day(time: number, isShort: boolean): string
  number(value: number | null): string
}

function optionsOf({ box, lines, dayLabel, day, number }: Drawn): uPlot.Options {
  const [ink, grid] = [colourOf(box, '--soft'), colourOf(box, '--line')]
  const font = `12px ${getComputedStyle(box).fontFamily}`
  const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
  return {
    width: box.clientWidth,
    height: HEIGHT,
    // Days are those of UTC.
    tzDate: time => uPlot.tzDate(new Date(time * 1_000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(1, (most ?? 0) * 1.1)] } },
    axes: [
      {
        ...axis,
        space: 70,
        incrs: [1, 2, 7, 14, 30, 61, 91].map(days => days * DAY),
        values: (_chart, times) => times.map(time => day(time, true)),
      },
      { ...axis, size: 64, values: (_chart, values) => values.map(number) },
    ],
    series: [
      { label: dayLabel, value: (_chart, time) => (time === null ? '' : day(time, false)) },
      ...lines.map(({ label, colour, kind }) => seriesOf({ label, kind, colour: colourOf(box, colour), number })),
    ],
  }
}

interface Styled extends Pick<Line, 'label' | 'kind' | 'colour'> {
  number(value: number | null): string
}

function seriesOf({ label, kind, colour, number }: Styled): uPlot.Series {
  const paths = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.7, 40] }) : undefined
  return {
    label,
    stroke: colour,
    // Bars have no line around them, which a day without comments would show.
    width: paths ? 0 : 2,
    ...(paths ? { paths, fill: colour, points: { show: false } } : {}),
    // Without a day there is nothing to say.
    value: (_chart, value, _line, day) => (day === null ? '' : number(value)),
  }
}

/** The colour of a custom property in the present theme, as a canvas takes it. */
function colourOf(box: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
