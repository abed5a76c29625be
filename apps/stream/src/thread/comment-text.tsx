import { Fragment } from 'preact'
import { useStream } from './context.ts'
import { linkify } from './linkify.ts'
import { blocksOf } from './quotation.ts'

/** `rel` of links that users wrote: they are no recommendation of this site, and can't control its window. */
const FOREIGN = 'nofollow ugc noopener'

/** A body as paragraphs and lines of plain text, in which addresses are links and lines after `>` are quotations. */
export function CommentText({ body }: { body: string }) {
  return (
    <div class="text" dir="auto">
      {blocksOf(body).map(({ quoted, author, text }, i) =>
        quoted ? (
          <blockquote key={i}>
            {author !== null && (
              <p class="quoted">
                <bdi>{author}</bdi>:
              </p>
            )}
            <Paragraphs text={text} />
          </blockquote>
        ) : (
          <Paragraphs key={i} text={text} />
        ),
      )}
    </div>
  )
}

function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
  return (
    <>
      {paragraphs.map((paragraph, i) => (
        <p key={i}>
          {paragraph.split('\n').map((line, j) => (
            <Fragment key={j}>
              {j > 0 && <br />}
              <Line line={line} />
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}

function Line({ line }: { line: string }) {
  const { place } = useStream().state
  return (
    <>
      {linkify(line).map(piece =>
        typeof piece === 'string' ? (
          piece
        ) : (
          // A link must not replace the frame that it stands in.
          <a href={piece.href} rel={FOREIGN} {...(place === 'page' ? {} : { target: '_blank' })}>
            {piece.text}
          </a>
        ),
      )}
    </>
  )
}
