/** Why a comment is not published: it waits for a moderator, or it is rejected. */
export type Held = 'waits' | 'rejected'

/** Shows authors that their new comment is not published. Only the page after posting has this notice. */
export function HeldNotice({ held }: { readonly held: Held }) {
  return (
    <p class="held" id="held" role="status">
      {held === 'rejected'
        ? 'This comment was not published.'
        : 'Thank you. Your comment is being reviewed; others see it once it is approved.'}
    </p>
  )
}
