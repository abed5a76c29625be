import { type ComponentChildren, Fragment } from 'preact'
import { linkify } from './linkify.ts'
import { TextLink } from './text-link.tsx'

/**
 * Plain text as paragraphs and lines, in which addresses are links.
 *
 * @example
 * <Paragraphs text={comment.body} line={line => (line === '***' ? <hr /> : <LinkedText text={line} />)} />
 */
export function Paragraphs({
  text,
  line: draw = linked,
}: {
  readonly text: string
  /** Draws one line. Default: with links. */
  readonly line?: (line: string) => ComponentChildren
}) {
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
              {draw(line)}
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}

const linked = (line: string) => <LinkedText text={line} />

/**
 * A line of plain text, in which addresses are links.
 *
 * @example
 * <LinkedText text="See https://example.com/." />
 */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <>
      {linkify(text).map(piece =>
        typeof piece === 'string' ? piece : <TextLink href={piece.href}>{piece.text}</TextLink>,
      )}
    </>
  )
}

/**
 * What somebody else wrote, with the name of the author above it where it is known.
 *
 * @example
 * <Quotation author="Ada">It rains.</Quotation>
 */
export function Quotation({
  author,
  children,
}: {
  readonly author: string | null
  readonly children: ComponentChildren
}) {
  return (
    <blockquote>
      {author !== null && (
        <p class="quoted">
          <bdi>{author}</bdi>:
        </p>
      )}
      {children}
    </blockquote>
  )
}
