import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { MergeDiscussions, MergePreview } from '../documents/generated.ts'
import type { ListedDiscussionFragment, MergePreviewQuery } from '../documents/types.ts'
import { Failed } from '../kit/failed.tsx'
import { Form } from '../kit/form.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { useQuery } from '../kit/use-query.ts'
import { useSend } from '../kit/use-send.ts'
import { ChooseDiscussion } from './choose-discussion.tsx'
import { Part } from './part.tsx'
import type { ReadDiscussion } from './read-discussion.ts'

interface MergeFormProps {
  readonly discussion: ReadDiscussion
  /** Is called once the comments are moving. */
  onMerge(into: ListedDiscussionFragment): void
}

/** Moves all comments into another discussion, once an administrator has seen what that does. */
export function MergeForm({ discussion: { id }, onMerge }: MergeFormProps) {
  const { texts } = useAdmin()
  const [into, choose] = useState<ListedDiscussionFragment | null>(null)
  const preview = useQuery(MergePreview, into && { from: id, into: into.id })
  const sending = useSend(MergeDiscussions, ['password'])
  const shown = preview.data?.mergePreview
  const send = async (fields: FormData) => {
    if (!into) return
    if (await sending.send({ from: id, into: into.id, password: String(fields.get('password') ?? '') })) onMerge(into)
  }
  return (
    <Part title={texts.text('mergeDiscussion')}>
      <p>{texts.text('mergeMeans')}</p>
      <ChooseDiscussion except={id} chosen={into} onChoose={choose} />
      {preview.failed && <Failed again={preview.again} />}
      {into && shown?.into.id === into.id && (
        <>
          <Preview preview={shown} />
          <Form sending={sending} submit={texts.text('mergeNow')} kind="danger" onSend={fields => void send(fields)}>
            <PasswordField sending={sending} />
          </Form>
        </>
      )}
    </Part>
  )
}

/** Says where the comments of a discussion are moving, and then are. */
export function Merged({ into }: { readonly into: ListedDiscussionFragment }) {
  const { path, texts } = useAdmin()
  return (
    <Part title={texts.text('mergeDiscussion')}>
      <p class="result" role="status">
        {texts.text('mergesNow')}{' '}
        <a href={path(`/stories/${encodeURIComponent(into.id)}`)} dir="auto">
          {into.title ?? into.url}
        </a>
      </p>
    </Part>
  )
}

/** What the merge would do. */
function Preview({ preview }: { readonly preview: NonNullable<MergePreviewQuery['mergePreview']> }) {
  const { texts } = useAdmin()
  const { addresses, comments, into, visibleComments } = preview
  return (
    <div role="status" class="preview">
      <p>
        <strong dir="auto">{into.title ?? into.url}</strong>
      </p>
      <ul>
        <li>{texts.counted('mergeMoves', comments)}</li>
        <li>{texts.counted('mergeVisible', visibleComments)}</li>
        <li>{texts.counted('mergeHas', into.totalCommentCount ?? 0)}</li>
        <li>
          {texts.text('mergeAddresses')}
          <ul>
            {addresses.map(address => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </li>
      </ul>
    </div>
  )
}
