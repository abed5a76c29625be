import { Avatar } from '@platform/client-kit'
import { CommentText } from '../comment-text.tsx'
import { useStream } from '../context.ts'

/** A comment that the reader has just sent, until the server has answered. */
export function SendingComment({ parent }: { parent: string | null }) {
  const { sending, texts, viewer } = useStream()
  if (sending.value?.parent !== parent) return null
  const name = viewer.value?.username ?? ''
  return (
    <article class="sending" aria-busy="true" aria-label={texts.text('posting')}>
      <header>
        <Avatar name={name} />
        <span class="byline">
          <bdi class="author">{name}</bdi>
          <span class="when">{texts.text('posting')}</span>
        </span>
      </header>
      <CommentText body={sending.value.body} />
    </article>
  )
}
