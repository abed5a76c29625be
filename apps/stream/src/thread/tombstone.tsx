import { formAddress } from './addresses.ts'
import { type Stream, useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { CommentSlot } from './slots.tsx'
import type { CommentNode } from './thread.ts'

/** Why only the place of a comment is shown. */
export type Gone = 'deleted' | 'removed' | 'ignored'

/** Why a comment is not shown; `null` for one that is. */
export function goneOf(node: CommentNode, { viewer, shownAnyway }: Stream): Gone | null {
  const { body, user } = node.fields.value
  if (node.removed.value) return 'removed'
  if (body === null) return 'deleted'
  const ignored = viewer.value?.ignoredUsers?.some(({ id }) => id === user?.id) ?? false
  return ignored && !shownAnyway.value.has(node.id) ? 'ignored' : null
}

const TEXTS = { deleted: 'deletedComment', removed: 'removedComment', ignored: 'ignoredComment' } as const

/** The names by which plugins know why a comment is not shown. */
const ACTIONS = { deleted: 'deleted', removed: 'rejected', ignored: 'ignored' } as const

/** The sentence in the place of a comment that is not shown, so that its replies can still be understood. */
export function Tombstone({ node, depth, gone }: { node: CommentNode; depth: number; gone: Gone }) {
  const { texts } = useStream()
  const sentence = texts.text(TEXTS[gone], { name: node.fields.value.user?.username ?? '' })
  return (
    <>
      <CommentSlot name="commentTombstone" node={node} depth={depth} more={{ action: ACTIONS[gone], sentence }}>
        <Sentence node={node} gone={gone} sentence={sentence} />
      </CommentSlot>
      {gone === 'removed' && <Reason node={node} />}
    </>
  )
}

/** Why a comment was removed, for its author and for moderators. */
function Reason({ node }: { node: CommentNode }) {
  const { texts } = useStream()
  const reason = node.own.value?.rejection_reason ?? null
  return reason === null ? null : <p class="rejection-reason">{texts.text('rejectionReason', { reason })}</p>
}

function Sentence({ node, gone, sentence }: { node: CommentNode; gone: Gone; sentence: string }) {
  const { shownAnyway, texts } = useStream()
  return (
    <p class="tombstone">
      {sentence}{' '}
      {gone === 'ignored' && (
        <button
          type="button"
          class="action needs-script"
          onClick={() => {
            shownAnyway.value = new Set([...shownAnyway.value, node.id])
          }}
        >
          {texts.text('showAnyway')}
        </button>
      )}{' '}
      {gone === 'ignored' && <StopIgnoring node={node} />}
    </p>
  )
}

function StopIgnoring({ node }: { node: CommentNode }) {
  const { actions, state, texts } = useStream()
  const { user } = node.fields.value
  if (!user) return null
  return (
    <a
      class="action"
      href={formAddress(state, node.id, 'ignore')}
      onClick={plainClick(() => void actions?.changes().then(({ ignore }) => ignore(user.id, false)))}
    >
      {texts.text('stopIgnoring', { name: user.username })}
    </a>
  )
}
