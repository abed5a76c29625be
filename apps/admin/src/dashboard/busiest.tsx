import { useAdmin } from '../app/context.ts'
import type { SiteStatisticsQuery } from '../documents/types.ts'
import { shareText, spanText } from './numbers.ts'
import { Table } from './table.tsx'

type Discussion = NonNullable<SiteStatisticsQuery['statistics']>['busiest'][number]

interface BusiestProps {
  readonly discussions: readonly Discussion[]
  /** Shows the statistics of one discussion. */
  onChoose(asset: string): void
}

/** The discussions in which most comments were written. */
export function Busiest({ discussions, onChoose }: BusiestProps) {
  const { texts } = useAdmin()
  const most = Math.max(1, ...discussions.map(({ counts }) => counts.comments))
  const title = texts.text('busiest')
  const head = ['discussion', 'comments', 'heldComments', 'rejectedComments', 'timeToDecision'] as const
  const rows = discussions.map(({ asset, counts }) => [
    asset ? (
      <button type="button" class="quiet" dir="auto" onClick={() => onChoose(asset.id)}>
        {asset.title ?? asset.url}
      </button>
    ) : (
      texts.text('removedDiscussion')
    ),
    <>
      <meter aria-hidden="true" min={0} max={most} value={counts.comments} /> {texts.number(counts.comments)}
    </>,
    shareText(texts, counts.held, counts.comments) || '–',
    shareText(texts, counts.rejected, counts.comments) || '–',
    spanText(texts, counts.secondsToDecision),
  ])
  return (
    <div class="chart-section">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="soft">{texts.text('nothingCounted')}</p>
      ) : (
        <Table title={title} head={head.map(name => texts.text(name))} rows={rows} />
      )}
    </div>
  )
}
