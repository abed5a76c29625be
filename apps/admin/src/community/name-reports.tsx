import { useAdmin } from '../app/context.ts'
import { moreReports } from '../app/reports.ts'
import type { ReportedNameFragment } from '../documents/types.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import type { AdminTextName } from '../texts/en.ts'

type Person = Pick<ReportedNameFragment, 'actions' | 'action_summaries'>
type Action = NonNullable<Person['actions']>[number]
type Flag = Extract<Action, { readonly reason: unknown }>

const REASONS: Readonly<Record<string, AdminTextName>> = {
  USERNAME_OFFENSIVE: 'reportedOffensive',
  USERNAME_NOLIKE: 'reportedNoLike',
  USERNAME_IMPERSONATING: 'reportedImpersonating',
  USERNAME_SPAM: 'reportedSpam',
  USERNAME_OTHER: 'reportedOther',
}

/** The reports of a name by their reasons, with their number, and what users wrote. */
export function NameReports({ person }: { readonly person: Person }) {
  const { texts } = useAdmin()
  const more = moreReports(person)
  const flags = (person.actions ?? []).filter((each): each is Flag => each.__typename === 'FlagAction')
  const groups = Map.groupBy(flags, ({ reason }) => reason ?? 'USERNAME_OTHER')
  return (
    <ul class="reports">
      {[...groups].map(([reason, reports]) => (
        <li key={reason}>
          <strong>{REASONS[reason] ? texts.text(REASONS[reason]) : reason}</strong>{' '}
          <span class="soft">{texts.counted('reports', reports.length)}</span>
          {reports.map(({ id, message, user, created_at: at }) => (
            <p key={id}>
              {message && <q dir="auto">{message}</q>}{' '}
              <span class="soft">
                <bdi>{user?.username ?? texts.text('bySystem')}</bdi>, {at && <Timestamp time={at} />}
              </span>
            </p>
          ))}
        </li>
      ))}
      {more && <li class="soft">{texts.text('newestReports', { ...more })}</li>}
    </ul>
  )
}
