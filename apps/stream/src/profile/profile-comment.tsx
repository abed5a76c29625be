import type { SlotProps } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import type { OwnComment, ProfileAround } from './around.ts'

/** A comment in the profile of its author: without its replies, and with the discussion that it is in. */
export type ProfileComment = Omit<OwnComment, 'rejection_reason' | 'action_summaries'> & {
  readonly action_summaries: readonly ({ readonly __typename: string; readonly count: number | null } | null)[]
}

interface CommentProps {
  readonly comment: ProfileComment
  readonly around: ProfileAround
  /** Whether the page of the comment shows it to this reader. */
  readonly isShown: boolean
  /** What stands above the text. */
  readonly children?: ComponentChildren
}

export function Comment({ comment, around, isShown, children }: CommentProps) {
  const { texts, target } = around
  const { asset, body, created_at, editing, id } = comment
  const props = slotPropsOf(comment, around)
  const time = around.time(created_at)
  const text = around.body(body ?? '')
  return (
    <article tabIndex={-1} id={`profile-${id}`} aria-label={titleOf(comment, texts)}>
      <p class="profile-meta">
        <Discussion comment={comment} around={around} />{' '}
        <span class="profile-note">
          {props
            ? around.slot('historyCommentTimestamp', { ...props, created_at }, { as: 'span', otherwise: time })
            : time}
        </span>
        {editing?.edited && <span class="profile-note">{texts.text('profileEdited')}</span>}
      </p>
      {children}
      {props ? around.slot('commentContent', props, { otherwise: text }) : text}
      <p class="profile-meta">
        <Counts comment={comment} texts={texts} />
        {isShown && asset && (
          <a href={around.commentAddress(asset, id)} target={target} onClick={around.onShow?.(asset, id)}>
            {texts.text('showInDiscussion')}
          </a>
        )}
      </p>
    </article>
  )
}

function titleOf({ asset, parent }: ProfileComment, texts: ProfileAround['texts']): string {
  if (!asset) return texts.text('discussionGone')
  return texts.text(parent ? 'replyIn' : 'commentIn', { title: discussionTitle(asset) })
}

/** The title of a page, else its address without the protocol. */
const discussionTitle = ({ id, title, url }: NonNullable<ProfileComment['asset']>) =>
  title?.trim() || url?.replace(/^https?:\/\//, '') || id

function Discussion({ comment, around }: { readonly comment: ProfileComment; readonly around: ProfileAround }) {
  const { asset } = comment
  const title = <bdi>{titleOf(comment, around.texts)}</bdi>
  if (!asset) return <span class="profile-note">{title}</span>
  return (
    <a class="profile-title" href={around.discussionAddress(asset)} target={around.target}>
      {title}
    </a>
  )
}

function Counts({
  comment: { action_summaries: summaries, replyCount },
  texts,
}: Pick<CommentProps, 'comment'> & {
  readonly texts: ProfileAround['texts']
}) {
  const replies = replyCount ?? 0
  const reactions = summaries.reduce((sum, each) => sum + (each && isReaction(each) ? (each.count ?? 0) : 0), 0)
  return (
    <>
      {replies > 0 && <span class="profile-note">{texts.counted('profileReplies', replies)}</span>}
      {reactions > 0 && <span class="profile-note">{texts.counted('reactions', reactions)}</span>}
    </>
  )
}

/** Reports and disagreements are for moderators. All other actions are reactions of plugins. */
const isReaction = ({ __typename }: { readonly __typename: string }) =>
  __typename !== 'FlagActionSummary' && __typename !== 'DontAgreeActionSummary'

/** What the slots of a comment are given; `null` without its discussion, of which every slot knows something. */
function slotPropsOf(comment: ProfileComment, { slotRoot }: ProfileAround): SlotProps['commentContent'] | null {
  const { asset, ...rest } = comment
  // The fields of plugins are unknown here; those that depend on who reads are among the others.
  return asset && { comment: rest, asset, root: slotRoot, own: { ...rest }, depth: comment.parent ? 1 : 0 }
}
