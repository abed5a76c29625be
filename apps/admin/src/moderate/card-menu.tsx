import { changesTag, Menu, placedIn, Slot, type SlotProps, useMenu } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { AddTag, RemoveTag } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { PersonEntries } from '../person/person-entries.tsx'
import { standingOf } from '../person/standing.ts'
import { usePerson } from '../person/use-person.ts'
import type { OpenDialog } from './card-dialogs.tsx'
import { useAuthorAgain } from './use-author-again.ts'

interface CardMenuProps {
  readonly comment: AdminComment
  open(dialog: OpenDialog['kind']): void
}

/** What is decided about a comment more rarely, and about its author. */
export function CardMenu({ comment, open }: CardMenuProps) {
  const { texts } = useAdmin()
  return (
    <Menu label={texts.text('moreDecisions')} side="end" class="card-menu">
      {() => <Entries comment={comment} open={open} />}
    </Menu>
  )
}

function Entries({ comment, open }: CardMenuProps) {
  const { texts, state } = useAdmin()
  const { asset, moderation, user } = comment
  const again = useAuthorAgain()
  const decisions = usePerson({ id: user?.id ?? '', username: user?.username ?? '' }, () => again(user?.id ?? ''))
  const standing = standingOf(comment)
  const menu = useMenu()
  const props = asset && { comment, asset, root: {}, own: comment, depth: 0 }
  return (
    <>
      {props && <Slot name="moderationActions" props={props} />}
      {props && <TagEntries comment={comment} props={props} />}
      <button
        type="button"
        class="menu-entry"
        onClick={() => {
          menu?.close()
          open('reject')
        }}
      >
        {texts.text('rejectWithReason')}
      </button>
      {standing && moderation?.author && user?.id !== state.viewer.id && (
        <PersonEntries standing={standing} decisions={decisions} open={open} />
      )}
    </>
  )
}

interface TagEntriesProps {
  readonly comment: AdminComment
  readonly props: SlotProps['moderationActions']
}

/** The tags that this moderator may put on the comment. A plugin may have an entry of its own for its tag. */
function TagEntries({ comment, props }: TagEntriesProps) {
  const { comments, graph, say, slots, texts } = useAdmin()
  const own = placedIn(slots, 'moderationActions', props)
  const menu = useMenu()
  const on = new Set((comment.tags ?? []).map(({ tag }) => tag.name))
  const change = async (name: string) => {
    menu?.close()
    const variables = { id: comment.id, name }
    const refusal = await (on.has(name) ? graph.change(RemoveTag, variables) : graph.change(AddTag, variables))
    if (refusal) return say(refusalText(texts, refusal), 'wrong')
    comments.change(comment.id, ({ tags }) => {
      const others = (tags ?? []).filter(({ tag }) => tag.name !== name)
      return { comment: { tags: on.has(name) ? others : [...others, { tag: { name } }] } }
    })
    say(texts.text(on.has(name) ? 'tagRemoved' : 'tagAdded', { tag: name }))
  }
  return (
    <>
      {(comment.moderation?.tags ?? [])
        .filter(name => !own.some(({ part: { part } }) => changesTag(part, name)))
        .map(name => (
          <button
            key={name}
            type="button"
            class="menu-entry"
            aria-pressed={on.has(name)}
            onClick={() => void change(name)}
          >
            {texts.text(on.has(name) ? 'removeTag' : 'addTag', { tag: name })}
          </button>
        ))}
    </>
  )
}
