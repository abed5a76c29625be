import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Discussions } from '../documents/generated.ts'
import { useFoundDiscussions } from '../kit/use-discussions.ts'
import { useQuery } from '../kit/use-query.ts'
import { type Chosen, PERIODS, type PeriodName } from './period.ts'

interface ControlsProps {
  readonly chosen: Chosen
  choose(changes: Partial<Chosen>): void
}

/** The choice of the days and of the discussion. */
export function Controls({ chosen, choose }: ControlsProps) {
  const { texts } = useAdmin()
  return (
    <div class="filters">
      <label>
        {texts.text('period')}
        <select
          value={chosen.period ?? 'days'}
          onChange={event => {
            const { value } = event.currentTarget
            choose({ period: value === 'days' ? null : (value as PeriodName) })
          }}
        >
          {(Object.keys(PERIODS) as PeriodName[]).map(name => (
            <option key={name} value={name}>
              {texts.text(name)}
            </option>
          ))}
          <option value="days">{texts.text('otherDays')}</option>
        </select>
      </label>
      {chosen.period === null &&
        (['from', 'to'] as const).map(end => (
          <label key={end}>
            {texts.text(end === 'from' ? 'firstDay' : 'lastDay')}
            <input
              type="date"
              required
              value={chosen[end]}
              onChange={event => event.currentTarget.value && choose({ [end]: event.currentTarget.value })}
            />
          </label>
        ))}
      <DiscussionChoice asset={chosen.asset} onChoose={asset => choose({ asset })} />
    </div>
  )
}

interface DiscussionChoiceProps {
  readonly asset: string | null
  onChoose(asset: string | null): void
}

/** One discussion of those that a search finds, or all. */
function DiscussionChoice({ asset, onChoose }: DiscussionChoiceProps) {
  const { texts } = useAdmin()
  const [typed, setTyped] = useState('')
  const found = useFoundDiscussions(typed) ?? []
  const { data: one } = useQuery(Discussions, asset === null ? null : { ids: [asset] })
  const current = one?.assets?.nodes.find(({ id }) => id === asset)
  const shown = current && !found.some(({ id }) => id === current.id) ? [current, ...found] : found
  return (
    <>
      <label>
        {texts.text('searchDiscussions')}
        <input type="search" value={typed} onInput={event => setTyped(event.currentTarget.value)} />
      </label>
      <label class="wide">
        {texts.text('discussion')}
        <select value={asset ?? ''} onChange={event => onChoose(event.currentTarget.value || null)}>
          <option value="">{texts.text('allDiscussions')}</option>
          {shown.map(({ id, title, url }) => (
            <option key={id} value={id}>
              {title ?? url}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
