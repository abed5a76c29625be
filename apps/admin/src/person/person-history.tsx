import type { AdminTranslator } from '../app/context.ts'
import { useAdmin } from '../app/context.ts'
import { moreReports } from '../app/reports.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import type { AdminTextName } from '../texts/en.ts'
import { BulkRejections } from './bulk-rejections.tsx'
import type { ReadPerson } from './person-states.tsx'

interface Event {
  readonly time: string
  readonly what: string
  readonly by: string | null
}

const NAMES: Readonly<Record<string, AdminTextName>> = {
  UNSET: 'nameUnset',
  SET: 'nameSet',
  CHANGED: 'nameChanged',
  REJECTED: 'nameRejected',
  APPROVED: 'nameApproved',
}

/** What was decided about a user, and what others reported, the latest first. */
export function PersonHistory({ person: { user }, onChange }: { readonly person: ReadPerson; onChange(): void }) {
  const { texts } = useAdmin()
  const events = eventsOf(user, texts)
  const more = moreReports(user)
  const bulk = user.bulkRejections ?? []
  if (events.length === 0 && bulk.length === 0) return <p class="empty">{texts.text('noHistory')}</p>
  return (
    <>
      <BulkRejections rejections={bulk} onChange={onChange} />
      <ol class="events">
        {events.map(({ time, what, by }, i) => (
          <li key={i}>
            <Timestamp time={time} /> {by === null ? what : texts.text('decidedBy', { what, name: by })}
          </li>
        ))}
        {more && <li class="soft">{texts.text('newestReports', { ...more })}</li>}
      </ol>
    </>
  )
}

type Entry = { readonly created_at: string; readonly assigned_by: { readonly username: string } | null }

function eventsOf({ actions, state }: ReadPerson['user'], texts: AdminTranslator): readonly Event[] {
  const { alwaysPremod, banned, suspension, username } = state?.status ?? {}
  const event = ({ created_at: time, assigned_by: by }: Entry, what: string): Event => ({
    time,
    what,
    by: by?.username ?? null,
  })
  const all = [
    ...(banned?.history ?? []).map(each => event(each, texts.text(each.status ? 'wasBanned' : 'wasUnbanned'))),
    ...(suspension?.history ?? []).map(each =>
      event(
        each,
        each.until
          ? texts.text('isSuspended', { time: texts.exact(Date.parse(each.until)) })
          : texts.text('wasUnsuspended'),
      ),
    ),
    ...(alwaysPremod?.history ?? []).map(each =>
      event(each, texts.text(each.status ? 'isPremoderated' : 'wasUnpremoderated')),
    ),
    ...(username?.history ?? []).map(each => event(each, texts.text(NAMES[each.status] ?? 'nameSet'))),
    ...(actions ?? []).flatMap(action =>
      action.__typename === 'FlagAction' && action.created_at
        ? [
            {
              time: action.created_at,
              what: [texts.text('nameFlagged'), action.reason, action.message].filter(Boolean).join(' · '),
              by: action.user?.username ?? null,
            },
          ]
        : [],
    ),
  ]
  return all.sort((a, b) => (a.time < b.time ? 1 : -1))
}
