import { Avatar } from '@platform/client-kit'
import { useAdmin } from '../app/context.ts'
import { Conversation as ConversationQuery } from '../documents/generated.ts'
import type { SaidFragment } from '../documents/types.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Failed } from '../kit/failed.tsx'
import { Timestamp } from '../kit/timestamp.tsx'
import { useQuery } from '../kit/use-query.ts'
import { Text } from './body.tsx'
import { STATUSES } from './decided.tsx'

/** A comment with those that it answers above it, and the replies to it below. */
export function Conversation({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { texts } = useAdmin()
  const { data, failed, again } = useQuery(ConversationQuery, { id })
  const comment = data?.comment
  return (
    <Dialog title={texts.text('conversation')} onClose={onClose} place="side">
      {failed && <Failed again={again} />}
      {!data && !failed && <p class="soft">{texts.text('reading')}</p>}
      {comment && (
        <>
          <ol class="conversation">
            {ancestorsOf(comment).map(said => (
              <Said key={said.id} said={said} />
            ))}
            <Said said={comment} isMeant />
            {comment.replies.nodes.map(said => (
              <Said key={said.id} said={said} isReply />
            ))}
          </ol>
          {comment.replies.hasNextPage && <p class="soft">{texts.text('moreReplies')}</p>}
          {comment.url && (
            <p>
              <a href={comment.url} target="_blank" rel="noopener">
                {texts.text('inDiscussion')}
              </a>
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

type Answering = SaidFragment & { readonly parent?: Answering | null }

/** The comments that one answers, the first of the conversation first. */
function ancestorsOf({ parent }: Answering): readonly SaidFragment[] {
  return parent ? [...ancestorsOf(parent), parent] : []
}

interface SaidProps {
  readonly said: SaidFragment
  readonly isMeant?: boolean
  readonly isReply?: boolean
}

function Said({ said, isMeant = false, isReply = false }: SaidProps) {
  const { texts } = useAdmin()
  const name = said.user?.username ?? texts.text('deletedUser')
  return (
    <li class={isReply ? 'said reply' : 'said'} aria-current={isMeant ? 'true' : undefined}>
      <p class="card-head">
        <Avatar name={name} picture={said.user?.avatar} />
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Timestamp time={said.created_at} />
        <span class="label">{texts.text(STATUSES[said.status])}</span>
      </p>
      <Text body={said.body ?? texts.text('deletedBody')} />
    </li>
  )
}
