import { useStream } from './context.ts'
import { AssetSlot } from './slots.tsx'

/** The question that the site asks its readers. Its text was turned into markup by the server. */
export function QuestionBox() {
  const { texts, thread } = useStream()
  if (thread.question.value === null) return null
  const { markup, icon } = thread.question.value
  return (
    <section class="box question" aria-label={texts.text('question')}>
      <QuestionIcon name={icon} />
      <Markup markup={markup} />
      <AssetSlot name="streamQuestionArea" />
    </section>
  )
}

/** A text of an administrator, which the server turned from Markdown into markup. */
export function Box({ kind, markup }: { kind: 'info' | 'closed'; markup: string | null }) {
  return markup === null ? null : (
    <div class={`box ${kind}`}>
      <Markup markup={markup} />
    </div>
  )
}

function Markup({ markup }: { markup: string }) {
  return <div class="markup" dir="auto" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** Shapes in a square of 24 by the names that settings have; another name means the first one. */
const SHAPES: Readonly<Record<string, string>> = {
  default: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18v.2',
  forum: 'M4 5h12v8H8l-4 3zM9 16h7l4 3V9',
  build: 'M14 7a4 4 0 0 1 5.5-3L17 6.5 17.5 9 20 9.5 22 7a4 4 0 0 1-5.5 5L8 20.5 4.5 17z',
  format_quote: 'M5 7h5v5c0 3-2 4-4 5M14 7h5v5c0 3-2 4-4 5',
}

/** The picture beside the question. */
export function QuestionIcon({ name }: { name: string | null }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={SHAPES[name ?? ''] ?? SHAPES['default']} fill="none" stroke="currentColor" stroke-width="2" />
    </svg>
  )
}
