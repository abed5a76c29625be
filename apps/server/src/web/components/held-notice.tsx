/** What became of a comment that is not published. */
export type Held = 'waits' | 'rejected'

/** Tells somebody what became of the comment they posted; the answer to posting it is the only one that does. */
export function HeldNotice({ held }: { readonly held: Held }) {
  return (
    <p class="held" id="held" role="status">
      {held === 'rejected'
        ? 'This comment was not published.'
        : 'Thank you. Your comment is being reviewed; others see it once it is approved.'}
    </p>
  )
}
