import type { QueueStatus } from '@platform/client-sdk'
import { Slot } from '@platform/client-sdk'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Failed } from '../kit/failed.tsx'
import { SearchForm } from '../kit/search-form.tsx'
import { Timestamp } from '../kit/timestamp.tsx'
import { Body } from '../moderate/body.tsx'
import { STATUSES } from '../moderate/decided.tsx'
import { Decision } from '../moderate/decision.tsx'
import { Rows } from '../moderate/rows.ts'
import { SelectAll, SelectComment } from '../moderate/select-boxes.tsx'
import { SelectionBar } from '../moderate/selection-bar.tsx'
import { type Decide, useDecide, useTakeBack } from '../moderate/use-decide.ts'
import { useSelection } from '../moderate/use-selection.ts'
import type { ReadPerson } from './person-states.tsx'

interface PersonCommentsProps {
  readonly person: ReadPerson
  /** The statuses of the comments to show; `null` for all. */
  readonly statuses: readonly QueueStatus[] | null
}

/** What a user wrote, the latest first, with what is decided about each. */
export function PersonComments({ person, statuses }: PersonCommentsProps) {
  const admin = useAdmin()
  const { texts } = admin
  const author = person.user.id
  const [words, setWords] = useState('')
  const rows = useMemo(
    () =>
      new Rows({
        ...admin,
        order: 'DESC',
        selection: { author_id: author, statuses, ...(words ? { text: words } : {}) },
        // What was decided here stays, so that it can be decided again.
        holds: ({ user }) => user?.id === author,
      }),
    [author, words],
  )
  const decide = useDecide({ rows, onDecided: () => undefined })
  const takeBack = useTakeBack({ rows, onDecided: () => undefined })
  const selection = useSelection({ rows, decide, takeBack })
  useEffect(() => void rows.readMore(), [rows])
  const state = rows.state.value
  return (
    <>
      <SearchForm label={texts.text('wordsOfComments')} value={words} longest={200} onSearch={setWords} />
      <SelectAll selection={selection} />
      {rows.ids.value.map(id => (
        <Written
          key={id}
          id={id}
          person={person}
          decide={decide}
          isChecked={selection.checked.has(id)}
          onCheck={(isChecked, isRange) => selection.check(id, isChecked, isRange)}
        />
      ))}
      {state === 'reading' && <p class="empty">{texts.text('reading')}</p>}
      {state === 'failed' && <Failed again={() => void rows.readMore()} />}
      {state === 'read' && rows.ids.value.length === 0 && <p class="empty">{texts.text('nothingHere')}</p>}
      {state === 'read' && rows.hasMore.value && (
        <p class="more">
          <button type="button" class="button" onClick={() => void rows.readMore()}>
            {texts.text('more')}
          </button>
        </p>
      )}
      <SelectionBar selection={selection} />
    </>
  )
}

interface WrittenProps {
  readonly id: string
  readonly person: ReadPerson
  readonly decide: Decide
  readonly isChecked: boolean
  onCheck(isChecked: boolean, isRange: boolean): void
}

function Written({ id, person: { user, settings }, decide, isChecked, onCheck }: WrittenProps) {
  const { comments, texts } = useAdmin()
  const comment = comments.find(id)?.value
  if (!comment) return null
  const { asset, status } = comment
  return (
    <article class={`card status-${status.toLowerCase()}`}>
      <p class="card-head">
        <SelectComment name={user.username} isChecked={isChecked} onCheck={onCheck} />
        <Timestamp time={comment.created_at} />
        <span class="label">{texts.text(STATUSES[status])}</span>
        {asset && (
          <span class="card-discussion" dir="auto">
            {asset.title ?? asset.url}
          </span>
        )}
      </p>
      <Body name="userDetailCommentContent" comment={comment} wordlist={settings?.wordlist ?? null} />
      {asset && <Slot name="adminCommentDetailArea" props={{ comment, asset, root: {}, more: false }} />}
      <footer class="card-foot">
        <Decision comment={comment} status="ACCEPTED" decide={decide} />
        <Decision comment={comment} status="REJECTED" decide={decide} />
      </footer>
    </article>
  )
}
