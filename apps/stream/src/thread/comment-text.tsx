import { TextLink } from '@platform/client-sdk'
import { Fragment } from 'preact'
import { linkify } from './linkify.ts'
import { blocksOf } from './quotation.ts'

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
  return (
    <>
      {linkify(line).map(piece =>
        typeof piece === 'string' ? piece : <TextLink href={piece.href}>{piece.text}</TextLink>,
      )}
    </>
  )
}
