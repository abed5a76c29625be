import { useAdmin } from '../app/context.ts'
import { SiteStatistics } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { Busiest } from './busiest.tsx'
import { Controls } from './controls.tsx'
import { DayCharts } from './day-charts.tsx'
import { Figures } from './figures.tsx'
import { Moderators } from './moderators.tsx'
import { useChosen } from './period.ts'

/** `/admin/dashboard`: how many comments were written on each day, and what became of them. */
export function Dashboard() {
  const { texts } = useAdmin()
  const [chosen, choose] = useChosen()
  const { from, to, asset } = chosen
  const { data, failed, again } = useQuery(SiteStatistics, { query: { from, to, asset_id: asset } })
  const statistics = data?.statistics
  return (
    <div class="dashboard">
      <h1>{texts.text('dashboard')}</h1>
      <Controls chosen={chosen} choose={choose} />
      {failed && <Failed again={again} />}
      {!statistics && !failed && <p class="empty">{texts.text('reading')}</p>}
      {statistics && (
        <>
          <Figures total={statistics.total} />
          <DayCharts days={statistics.days} />
          {asset === null && <Busiest discussions={statistics.busiest} onChoose={id => choose({ asset: id })} />}
          {statistics.moderators && <Moderators moderators={statistics.moderators} />}
          <p class="hint">{texts.text('statisticsAbout')}</p>
        </>
      )}
    </div>
  )
}
