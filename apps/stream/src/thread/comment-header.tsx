import { Avatar } from '@platform/client-kit'
import { UserLink } from '@platform/client-sdk'
import { commentAddress, commentTarget, pictureAddress } from './addresses.ts'
import { useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { CommentSlot } from './slots.tsx'
import type { CommentFields } from './state.ts'
import type { CommentNode } from './thread.ts'
import { Timestamp } from './timestamp.tsx'
import { goneOf } from './tombstone.tsx'

interface CommentHeaderProps {
  readonly node: CommentNode
  readonly depth: number
  /** The author of the comment that this one answers, where its place does not show it. */
  readonly answers: string | null
}

/** Who wrote a comment, and when. */
export function CommentHeader({ node, depth, answers }: CommentHeaderProps) {
  const stream = useStream()
  const { actions, focus, state, texts } = stream
  const fields = node.fields.value
  const name = fields.user?.username ?? texts.text('deletedAuthor')
  const gone = goneOf(node, stream) !== null
  const time = texts.ago(Date.parse(fields.created_at), stream.now.value)
  // The page of a comment must not move when the browser learns the reader's time zone.
  const opened = focus.value !== state.focus && focus.value?.branch.id === node.id
  return (
    <header>
      {gone ? (
        <Avatar name="" />
      ) : (
        <CommentSlot name="commentAvatar" as="span" node={node} depth={depth}>
          <Avatar name={name} picture={pictureAddress(state, fields.user?.avatar)} />
        </CommentSlot>
      )}
      <span class="byline">
        {!gone && (
          <>
            <CommentSlot name="commentAuthorName" as="span" node={node} depth={depth}>
              {fields.user ? <UserLink user={fields.user} class="author" /> : <bdi class="author">{name}</bdi>}
            </CommentSlot>
            {fields.author_role && <span class="badge">{texts.text(ROLES[fields.author_role])}</span>}
            <CommentSlot name="commentAuthorTags" as="span" node={node} depth={depth} />
          </>
        )}
        <a
          class="when"
          href={commentAddress(state, node.id)}
          target={commentTarget(state)}
          aria-label={texts.text('linkTo', { name, time })}
          onClick={plainClick(() => actions?.focus(node.id))}
        >
          <CommentSlot
            name="commentTimestamp"
            as="span"
            node={node}
            depth={depth}
            more={{ created_at: fields.created_at }}
          >
            <Timestamp time={fields.created_at} exact={opened} />
          </CommentSlot>
        </a>
        {!gone && fields.editing?.edited && <Edited fields={fields} />}
        {node.unread.value && <span class="unseen">{texts.text('unread')}</span>}
        {answers !== null && <span class="answers">{texts.text('answers', { name: answers })}</span>}
        {node.collapsed.value && <Hidden node={node} />}
      </span>
      {!gone && <CommentSlot name="commentInfoBar" as="span" node={node} depth={depth} />}
      <Collapse node={node} name={name} />
    </header>
  )
}

/** The mark of a changed comment, which names the time of the change unless it reads like the comment's own time. */
function Edited({ fields: { created_at: written, editing } }: { fields: CommentFields }) {
  const { alive, now, texts } = useStream()
  const at = Date.parse(editing?.editedAt ?? written)
  const time = texts.ago(at, now.value)
  const plain = time === texts.ago(Date.parse(written), now.value)
  return (
    <time class="edited" datetime={new Date(at).toISOString()} title={alive.value ? texts.exact(at) : undefined}>
      {plain ? texts.text('edited') : texts.text('editedAgo', { time })}
    </time>
  )
}

/** What the badge of an author who works for the site says. */
const ROLES = { ADMIN: 'administrator', MODERATOR: 'moderator', STAFF: 'staff', COMMENTER: 'staff' } as const

/** How many replies are hidden with a collapsed comment. */
function Hidden({ node }: { node: CommentNode }) {
  const { texts } = useStream()
  const count = node.fields.value.replyCount ?? 0
  return count > 0 ? <span class="hidden-replies">{texts.counted('replies', count)}</span> : null
}

function Collapse({ node, name }: { node: CommentNode; name: string }) {
  const { actions, texts } = useStream()
  const collapsed = node.collapsed.value
  return (
    <button
      type="button"
      class="collapse needs-script"
      aria-expanded={!collapsed}
      aria-label={collapsed ? texts.text('expand', { name }) : texts.text('collapse')}
      onClick={() => actions?.collapse(node.id)}
    />
  )
}
