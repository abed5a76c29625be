import { blocksOf, defineClientPlugin, LinkedText, Paragraphs, type PropsOf, Quotation } from '@platform/client-sdk'
import './comment-content.css'
import { partsOf } from './fences.ts'
import { inlineCode } from './inline-code.ts'

/** How many quotations may stand in one another. Marks beyond that are text. */
const DEEPEST = 3

/** The text of a comment. It is drawn as elements, so that whatever an author wrote stays text. */
function Content({ comment }: PropsOf<'commentContent'>) {
  return (
    <div class="text" dir="auto">
      <Text text={comment.body ?? ''} depth={0} />
    </div>
  )
}

/** Code may have lines that look like a quotation, so it is found first. */
function Text({ text, depth }: { text: string; depth: number }) {
  return (
    <>
      {partsOf(text).map((part, i) =>
        part.code ? (
          <pre key={i} dir="ltr">
            <code>{part.text}</code>
          </pre>
        ) : (
          <Words key={i} text={part.text} depth={depth} />
        ),
      )}
    </>
  )
}

function Words({ text, depth }: { text: string; depth: number }) {
  if (depth === DEEPEST) return <Paragraphs text={text} line={drawLine} />
  return (
    <>
      {blocksOf(text).map((block, i) =>
        block.quoted ? (
          <Quotation key={i} author={block.author}>
            <Text text={block.text} depth={depth + 1} />
          </Quotation>
        ) : (
          <Paragraphs key={i} text={block.text} line={drawLine} />
        ),
      )}
    </>
  )
}

const drawLine = (line: string) =>
  inlineCode(line).map((part, i) =>
    part.code ? (
      <code key={i} dir="ltr">
        {part.text}
      </code>
    ) : (
      <LinkedText key={i} text={part.text} />
    ),
  )

/** Plain texts of comments with links, quotations and code. */
export default defineClientPlugin({
  slots: { commentContent: { component: Content, isExcluded: ({ comment }) => comment.body === null } },
})
