import { useAdmin } from '../app/context.ts'
import type { SiteStatisticsQuery } from '../documents/types.ts'
import { Chart, type Line } from './chart.tsx'
import { dayText, shareOf, shareText, spanText } from './numbers.ts'
import { Table } from './table.tsx'

type Day = NonNullable<SiteStatisticsQuery['statistics']>['days'][number]

const HOUR = 3_600

/** A column of a table, and the line of the chart above it. */
interface Column extends Pick<Line, 'label' | 'colour' | 'kind'> {
  /** The value in the chart; `null` for none. */
  value(day: Day): number | null
  /** The value in the table. */
  text(day: Day): string
}

/** The charts by day, each with a table behind it. */
export function DayCharts({ days }: { readonly days: readonly Day[] }) {
  const { texts } = useAdmin()
  const comments: readonly Column[] = [
    {
      label: texts.text('comments'),
      colour: '--accent',
      kind: 'bars',
      value: ({ counts }) => counts.comments,
      text: ({ counts }) => texts.number(counts.comments),
    },
  ]
  const share = (of: 'held' | 'rejected'): Pick<Column, 'value' | 'text'> => ({
    value: ({ counts }) => shareOf(counts[of], counts.comments),
    text: ({ counts }) => shareText(texts, counts[of], counts.comments) || '–',
  })
  const shares: readonly Column[] = [
    { label: texts.text('heldComments'), colour: '--accent', kind: 'line', ...share('held') },
    { label: texts.text('rejectedComments'), colour: '--wrong', kind: 'line', ...share('rejected') },
  ]
  const decisions: readonly Column[] = [
    {
      label: texts.text('timeToDecision'),
      colour: '--accent',
      kind: 'line',
      value: ({ counts }) => (counts.secondsToDecision === null ? null : counts.secondsToDecision / HOUR),
      text: ({ counts }) => spanText(texts, counts.secondsToDecision),
    },
  ]
  return (
    <>
      <DayChart title={texts.text('commentsADay')} unit="" days={days} columns={comments} />
      <DayChart title={texts.text('sharesADay')} unit=" %" days={days} columns={shares} />
      <DayChart
        title={texts.text('decisionADay')}
        unit={` ${texts.text('hoursShort')}`}
        days={days}
        columns={decisions}
      />
    </>
  )
}

interface DayChartProps {
  readonly title: string
  readonly unit: string
  readonly days: readonly Day[]
  readonly columns: readonly Column[]
}

function DayChart({ title, unit, days, columns }: DayChartProps) {
  const { texts } = useAdmin()
  const isEmpty = days.every(day => columns.every(({ kind, value }) => value(day) === (kind === 'bars' ? 0 : null)))
  const rows = days.toReversed().map(day => [dayText(texts, day.day), ...columns.map(({ text }) => text(day))])
  return (
    <div class="chart-section">
      <h2>{title}</h2>
      {isEmpty ? (
        <p class="soft">{texts.text('nothingCounted')}</p>
      ) : (
        <Chart
          title={title}
          unit={unit}
          days={days.map(({ day }) => day)}
          lines={columns.map(column => ({ ...column, values: days.map(column.value) }))}
        />
      )}
      <details class="behind">
        <summary>{texts.text('asTable', { title })}</summary>
        <Table title={title} head={[texts.text('day'), ...columns.map(({ label }) => label)]} rows={rows} />
      </details>
    </div>
  )
}
