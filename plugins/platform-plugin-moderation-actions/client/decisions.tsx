import { MutationForm, type PropsOf, Slot, useActions, useMenu } from '@platform/client-sdk'
import { AboutAuthor } from './about-author.tsx'
import { type Moderation, useDecide } from './deciding.ts'
import { useDecisionText } from './decision-texts.ts'
import { RejectForm } from './reject-form.tsx'
import { rejectedHere } from './rejected-here.ts'
import { useSiteTexts } from './site-texts.ts'

type Props = PropsOf<'commentInfoBar'>

/** What a moderator decides about a comment and its author. */
export function Decisions(given: Props) {
  const props = { ...given, asset: useSiteTexts(given.asset) }
  const { comment, own } = props
  const menu = useMenu()
  const moderation = (own?.['moderation'] ?? null) as Moderation | null
  if (menu && menu.content !== null) return <Slot name={menu.content} props={props} />
  return (
    <>
      <Slot name="moderationActions" props={props} />
      {(moderation?.tags ?? []).filter(isOther).map(name => (
        <TagEntry key={name} name={name} {...props} />
      ))}
      <Approve {...props} />
      {comment.status !== 'REJECTED' && <Reject {...props} />}
      {moderation?.author && comment.user && <AboutAuthor {...props} standing={moderation.author} />}
    </>
  )
}

/** Featured comments have a plugin of their own, with an entry in this menu. */
const isOther = (name: string) => name !== 'FEATURED'

function Approve({ comment: { id, status } }: Props) {
  const text = useDecisionText()
  const decide = useDecide()
  const { changeComment } = useActions()
  const approved = status === 'ACCEPTED'
  const approve = async () => {
    if (await decide('approve', { id }, text('approvedNow')))
      changeComment(id, () => ({ comment: { status: 'ACCEPTED' } }))
  }
  return (
    <MutationForm name="approve" variables={{ id }} onSend={() => void approve()}>
      <button type="submit" class="menu-entry" aria-current={approved ? 'true' : undefined} disabled={approved}>
        {text(approved ? 'approved' : 'approve')}
      </button>
    </MutationForm>
  )
}

function Reject({ comment: { id }, asset }: Props) {
  const text = useDecisionText()
  const { mutate, notify, refresh } = useActions()
  const menu = useMenu()
  const reject = async (variables: Readonly<Record<string, unknown>>) => {
    rejectedHere.add(id)
    const { refused } = await mutate('reject', variables)
    if (refused !== null) rejectedHere.delete(id)
    menu?.close()
    notify(refused ?? text('rejected'))
    // The place of the comment says the reason.
    if (variables['reason'] !== undefined) await refresh()
  }
  return (
    <>
      <MutationForm name="reject" variables={{ id }} onSend={variables => void reject(variables)}>
        <button type="submit" class="menu-entry">
          {text('reject')}
        </button>
      </MutationForm>
      <RejectForm id={id} reasons={asset.settings?.rejectionReasons ?? []} send={variables => void reject(variables)} />
    </>
  )
}

/** A tag of the site or of a plugin, which is for moderators. */
function TagEntry({ name, comment: { id, tags } }: Props & { readonly name: string }) {
  const text = useDecisionText()
  const decide = useDecide()
  const { changeComment } = useActions()
  const on = (tags ?? []).some(({ tag }) => tag.name === name)
  const mutation = on ? 'removeTag' : 'addTag'
  const change = async () => {
    const done = await decide(mutation, { id, name }, text(on ? 'tagRemoved' : 'tagAdded', { tag: name }))
    if (!done) return
    changeComment(id, comment => {
      const others = (comment.tags ?? []).filter(({ tag }) => tag.name !== name)
      return { comment: { tags: on ? others : [...others, { tag: { name } }] } }
    })
  }
  return (
    <MutationForm name={mutation} variables={{ id, name }} onSend={() => void change()}>
      <button type="submit" class="menu-entry" aria-pressed={on}>
        {text(on ? 'removeTag' : 'addTag', { tag: name })}
      </button>
    </MutationForm>
  )
}
