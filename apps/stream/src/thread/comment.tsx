import { commentAddress } from './addresses.ts'
import { Avatar } from './avatar.tsx'
import { CommentText } from './comment-text.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { isShortened } from './shortened.ts'
import type { CommentFields } from './state.ts'
import type { CommentNode } from './thread.ts'
import { Timestamp } from './timestamp.tsx'

interface CommentProps {
  readonly node: CommentNode
  /** 0 at the top level. */
  readonly depth: number
}

/** One comment without its replies. */
export function Comment({ node, depth }: CommentProps) {
  const { state, texts, thread } = useStream()
  const fields = node.fields.value
  const name = fields.user?.username ?? texts.text('deletedAuthor')
  const label = depth === 0 ? texts.text('commentBy', { name }) : texts.text('replyBy', { name, depth: depth + 1 })
  const open = !thread.closed.value && !state.discussion.settings.disableCommenting
  return (
    <article aria-label={label}>
      <CommentHeader node={node} />
      {!node.collapsed.value && (
        <>
          <Body fields={fields} />
          {fields.body !== null && <Footer fields={fields} open={open} name={name} />}
        </>
      )}
    </article>
  )
}

function CommentHeader({ node }: { node: CommentNode }) {
  const { state, texts } = useStream()
  const fields = node.fields.value
  const name = fields.user?.username ?? texts.text('deletedAuthor')
  const gone = fields.body === null
  return (
    <header>
      <Avatar name={gone ? '' : name} />
      <span class="byline">
        {!gone && <bdi class="author">{name}</bdi>}
        {!gone && <Badges fields={fields} />}
        <a
          class="when"
          href={commentAddress(state, node.id)}
          target={state.place === 'page' ? undefined : '_top'}
          aria-label={texts.text('linkTo', { name })}
        >
          <Timestamp time={fields.created_at} />
        </a>
        {!gone && fields.editing?.edited && <span class="edited">{texts.text('edited')}</span>}
      </span>
      <Collapse node={node} name={name} />
    </header>
  )
}

const ROLES = { ADMIN: 'administrator', MODERATOR: 'moderator', STAFF: 'staff', COMMENTER: 'staff' } as const

/** The role of an author who works for the site, and whether moderators recommend the comment. */
function Badges({ fields: { author_role: role, tags } }: { fields: CommentFields }) {
  const { texts } = useStream()
  const names = (tags ?? []).map(({ tag }) => tag.name)
  return (
    <>
      {role && <span class="badge">{texts.text(ROLES[role])}</span>}
      {names.includes('FEATURED') && <span class="badge featured">{texts.text('featured')}</span>}
    </>
  )
}

function Collapse({ node, name }: { node: CommentNode; name: string }) {
  const { texts } = useStream()
  const collapsed = node.collapsed.value
  return (
    <button
      type="button"
      class="collapse needs-script"
      aria-expanded={!collapsed}
      aria-label={collapsed ? texts.text('expand', { name }) : texts.text('collapse')}
      onClick={() => {
        node.collapsed.value = !collapsed
      }}
    />
  )
}

function Body({ fields }: { fields: CommentFields }) {
  const { actions, state, texts } = useStream()
  if (fields.body === null) return <p class="tombstone">{texts.text('deletedComment')}</p>
  const waits = fields.status !== 'NONE' && fields.status !== 'ACCEPTED'
  return (
    <>
      {waits && <p class="held">{texts.text('heldMark')}</p>}
      <CommentText body={fields.body} />
      {isShortened(fields.body) && (
        <p class="go-on">
          <a
            href={commentAddress(state, fields.id)}
            onClick={event => {
              event.preventDefault()
              void actions?.whole(fields.id)
            }}
          >
            {texts.text('readMore')}
          </a>
        </p>
      )}
    </>
  )
}

function Footer({ fields, open, name }: { fields: CommentFields; open: boolean; name: string }) {
  const { actions, state, texts, replying, viewer } = useStream()
  const address = commentAddress(state, fields.id)
  return (
    <>
      <footer>
        {open && (
          <a
            class="action reply"
            href={`${address}#reply`}
            aria-label={texts.text('replyTo', { name })}
            onClick={event => {
              event.preventDefault()
              if (viewer.value) replying.value = replying.value === fields.id ? null : fields.id
              else actions?.signIn()
            }}
          >
            {texts.text('reply')}
          </a>
        )}
        <button type="button" class="action share needs-script" onClick={() => void actions?.share(fields.id)}>
          {texts.text('share')}
        </button>
      </footer>
      {replying.value === fields.id && open && <Composer parent={{ id: fields.id, name }} />}
    </>
  )
}
