import { MutationForm, type PropsOf, useActions, useLang } from '@platform/client-sdk'
import { AuthorForm } from './author-form.tsx'
import { type Moderation, nameOf, timeIn, useDecide } from './deciding.ts'
import { useDecisionText } from './decision-texts.ts'

type Props = PropsOf<'commentInfoBar'> & { readonly standing: NonNullable<Moderation['author']> }

/** What can be decided about the author: what holds already can be lifted. */
export function AboutAuthor({ standing: { banned, suspendedUntil, alwaysPremod }, ...props }: Props) {
  const text = useDecisionText()
  const lang = useLang()
  const { changeAuthor } = useActions()
  const { user } = props.comment
  if (!user) return null
  const name = nameOf(user)
  const time = suspendedUntil === null ? '' : timeIn(lang, new Date(suspendedUntil))
  const decision = (mutation: string, label: string, done: string) => (
    <Decision mutation={mutation} label={text(label, { name, time })} done={text(done, { name })} id={user.id} />
  )
  return (
    <>
      {suspendedUntil !== null && decision('unsuspend', 'unsuspend', 'unsuspended')}
      {suspendedUntil === null && !banned && <AuthorForm kind="suspend" {...props} />}
      {banned ? decision('unban', 'unban', 'unbanned') : <AuthorForm kind="ban" {...props} />}
      {alwaysPremod
        ? decision('stopPremoderating', 'stopPremoderating', 'premodStopped')
        : decision('premoderate', 'premoderate', 'premoderated')}
      {user.avatar && (
        <Decision
          mutation="removePicture"
          label={text('removePicture', { name })}
          done={text('pictureRemoved', { name })}
          id={user.id}
          then={() => changeAuthor(user.id, { avatar: null })}
        />
      )}
    </>
  )
}

interface DecisionProps {
  readonly mutation: string
  readonly label: string
  /** What was done, as a sentence. */
  readonly done: string
  /** The id of the author. */
  readonly id: string
  /** What the page shows then, beside what it asks again. */
  readonly then?: () => void
}

/** A decision about the author that needs nothing else. */
function Decision({ mutation, label, done, id, then }: DecisionProps) {
  const decide = useDecide()
  const { refresh } = useActions()
  const variables = { id }
  const send = async () => {
    if (!(await decide(mutation, variables, done))) return
    then?.()
    await refresh()
  }
  return (
    <MutationForm name={mutation} variables={variables} onSend={() => void send()}>
      <button type="submit" class="menu-entry">
        {label}
      </button>
    </MutationForm>
  )
}
