import { blocksOf, Paragraphs, Quotation } from '@platform/client-sdk'

/** A body as paragraphs and lines of plain text, in which addresses are links and lines after `>` are quotations. */
export function CommentText({ body }: { body: string }) {
  return (
    <div class="text" dir="auto">
      {blocksOf(body).map(({ quoted, author, text }, i) =>
        quoted ? (
          <Quotation key={i} author={author}>
            <Paragraphs text={text} />
          </Quotation>
        ) : (
          <Paragraphs key={i} text={text} />
        ),
      )}
    </div>
  )
}
