import { Avatar } from '@platform/client-kit'
import { pictureAddress } from '../addresses.ts'
import { CommentText } from '../comment-text.tsx'
import { useStream } from '../context.ts'

/** A comment that the reader has just sent, until the server has answered. */
export function SendingComment({ parent }: { parent: string | null }) {
  const { sending, state, texts, viewer } = useStream()
  if (sending.value?.parent !== parent) return null
  const name = viewer.value?.username ?? ''
  return (
    <article class="sending" aria-busy="true" aria-label={texts.text('posting')}>
      <header>
        <Avatar name={name} picture={pictureAddress(state, viewer.value?.avatar)} />
        <span class="byline">
          <bdi class="author">{name}</bdi>
          <span class="when">{texts.text('posting')}</span>
        </span>
      </header>
      <CommentText body={sending.value.body} />
    </article>
  )
}
