import { Slot } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { Body } from './body.tsx'
import type { OpenDialog } from './card-dialogs.tsx'
import { CardHead } from './card-head.tsx'
import { CardMenu } from './card-menu.tsx'
import { Decided } from './decided.tsx'
import { Decision } from './decision.tsx'
import { Details } from './details.tsx'
import { Labels } from './labels.tsx'
import type { Queue } from './queues.ts'
import type { Rows } from './rows.ts'
import type { ModerationSite } from './site.ts'
import type { Decide } from './use-decide.ts'

/** What is the same for all cards of a queue. */
export interface CardsPlace {
  readonly rows: Rows
  readonly queue: Queue
  readonly site: ModerationSite
  readonly decide: Decide
  open(dialog: OpenDialog): void
}

interface CardProps {
  readonly id: string
  readonly position: number
  /** How many comments the queue has; -1 while that is not known. */
  readonly size: number
  readonly place: CardsPlace
  readonly isSelected: boolean
  readonly isChecked: boolean
  onSelect(): void
  onCheck(checked: boolean, isRange: boolean): void
}

/** A comment with what a moderator needs to decide about it. */
export function Card({ id, position, size, place, isSelected, isChecked, onSelect, onCheck }: CardProps) {
  const { comments } = useAdmin()
  const comment = comments.find(id)?.value
  if (!comment) return null
  const { asset } = comment
  return (
    <article
      class={`card status-${comment.status.toLowerCase()}`}
      aria-posinset={position}
      aria-setsize={size}
      aria-current={isSelected ? 'true' : undefined}
      aria-labelledby={`author-${id}`}
      tabIndex={isSelected ? 0 : -1}
      onFocusIn={onSelect}
    >
      <CardHead comment={comment} queue={place.queue} isChecked={isChecked} onCheck={onCheck} />
      <Labels comment={comment} site={place.site} />
      {asset && <Slot name="adminCommentInfoBar" props={{ comment, asset, root: {} }} />}
      <Body name="adminCommentContent" comment={comment} wordlist={place.site.wordlist} />
      {!place.rows.holds(comment) && <Decided comment={comment} />}
      <Foot comment={comment} place={place} />
    </article>
  )
}

function Foot({ comment, place: { decide, open } }: { readonly comment: AdminComment; readonly place: CardsPlace }) {
  const { texts } = useAdmin()
  const [more, setMore] = useState(false)
  const { asset, id, status } = comment
  return (
    <>
      <Details comment={comment} more={more} />
      <footer class="card-foot">
        <Decision comment={comment} status="ACCEPTED" decide={decide} />
        <Decision comment={comment} status="REJECTED" decide={decide} />
        {asset && <Slot name="adminSideActions" props={{ comment, asset, root: {} }} />}
        <span class="card-ways">
          <button type="button" class="quiet" onClick={() => open({ kind: 'conversation', id })}>
            {texts.text('conversation')}
          </button>
          <button type="button" class="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
            {texts.text('details')}
          </button>
          <CardMenu comment={comment} open={kind => open({ kind, id })} key={status} />
        </span>
      </footer>
    </>
  )
}
