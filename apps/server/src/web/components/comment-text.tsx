import { Fragment } from 'preact'
import type { Line, Text } from '../model/text.ts'

/** `rel` of links that users wrote: they are no recommendation of this site, and can't control its window. */
export const FOREIGN = 'nofollow ugc noopener'

/** A comment's body as paragraphs and lines of text, in which addresses are links. */
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
