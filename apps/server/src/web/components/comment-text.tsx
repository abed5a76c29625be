import { Fragment } from 'preact'
import type { Line, Text } from '../model/text.ts'

/** Links that readers wrote: no recommendation of ours, and no way back into this window. */
export const FOREIGN = 'nofollow ugc noopener'

/** A body as paragraphs and lines. Everything in it is text, but for addresses to follow. */
export function CommentText({ text: { paragraphs } }: { text: Text }) {
  return (
    <div class="text" dir="auto">
      {paragraphs.map((lines, i) => (
        <p key={i}>
          {lines.map((line, j) => (
            <Fragment key={j}>
              {j > 0 && <br />}
              <Pieces line={line} />
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  )
}

function Pieces({ line }: { line: Line }) {
  return (
    <>
      {line.map(piece =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <a href={piece.href} rel={FOREIGN}>
            {piece.text}
          </a>
        ),
      )}
    </>
  )
}
