import { useAdmin } from '../app/context.ts'
import type { SiteStatisticsQuery } from '../documents/types.ts'
import { spanText } from './numbers.ts'
import { TableSection } from './table-section.tsx'

type Moderator = NonNullable<NonNullable<SiteStatisticsQuery['statistics']>['moderators']>[number]

/** What each moderator decided, and how long comments had waited for it. */
export function Moderators({ moderators }: { readonly moderators: readonly Moderator[] }) {
  const { texts, viewUser } = useAdmin()
  const head = ['moderator', 'decisionsMade', 'approvedByThem', 'rejectedByThem', 'timeToDecision'] as const
  const rows = moderators.map(({ moderator, approved, rejected, other, secondsToDecision }) => [
    moderator ? (
      <button type="button" class="quiet" dir="auto" onClick={() => viewUser(moderator.id)}>
        {moderator.username}
      </button>
    ) : (
      texts.text('deletedUser')
    ),
    texts.number(approved + rejected + other),
    texts.number(approved),
    texts.number(rejected),
    spanText(texts, secondsToDecision),
  ])
  return (
    <TableSection title={texts.text('byModerator')} head={head.map(name => texts.text(name))} rows={rows}>
      <p class="hint">{texts.text('byModeratorAbout')}</p>
    </TableSection>
  )
}
