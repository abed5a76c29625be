import { useAdmin } from '../app/context.ts'
import type { SiteStatisticsQuery } from '../documents/types.ts'
import { shareText, spanText } from './numbers.ts'
import { TableSection } from './table-section.tsx'

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
  return <TableSection title={texts.text('busiest')} head={head.map(name => texts.text(name))} rows={rows} />
}
