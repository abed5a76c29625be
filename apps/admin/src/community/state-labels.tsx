import { useAdmin } from '../app/context.ts'
import type { ListedPersonFragment } from '../documents/types.ts'
import { shortTime } from '../kit/short-time.ts'

interface Label {
  readonly text: string
  readonly isSerious: boolean
}

/** What holds for a user, in plain words, with its end where it has one. */
export function StateLabels({
  person,
}: {
  readonly person: Pick<ListedPersonFragment, 'state' | 'deletionAt' | 'isInvited'>
}) {
  const { now, texts } = useAdmin()
  const time = (iso: string) => shortTime(texts.lang, Date.parse(iso), now.value)
  const { alwaysPremod, banned, suspension, username } = person.state?.status ?? {}
  const labels: Label[] = []
  const add = (text: string, isSerious = true) => labels.push({ text, isSerious })
  if (banned?.status) {
    const ban = banned.history?.findLast(({ status }) => status)
    const since = ban && texts.text('bannedSince', { time: time(ban.created_at) })
    const by = ban?.assigned_by?.username
    add(
      since === undefined ? texts.text('stateBanned') : by ? texts.text('decidedBy', { what: since, name: by }) : since,
    )
  }
  if (suspension?.until && Date.parse(suspension.until) > now.value)
    add(texts.text('suspendedUntil', { time: time(suspension.until) }))
  if (alwaysPremod?.status) add(texts.text('statePremoderated'))
  if (username?.status === 'REJECTED') add(texts.text('nameIsRejected'))
  if (username?.status === 'CHANGED') add(texts.text('nameWaits'), false)
  if (person.deletionAt) add(texts.text('deletedOn', { time: time(person.deletionAt) }))
  if (person.isInvited) add(texts.text('stateInvited'), false)
  if (labels.length === 0) add(texts.text('stateActive'), false)
  return (
    <ul class="states">
      {labels.map(({ text, isSerious }) => (
        <li key={text} class={isSerious ? 'state serious' : 'state'}>
          {text}
        </li>
      ))}
    </ul>
  )
}
