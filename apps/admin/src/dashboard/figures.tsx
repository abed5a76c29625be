import { useAdmin } from '../app/context.ts'
import type { CountedFragment } from '../documents/types.ts'
import { shareText, spanText } from './numbers.ts'

/** The numbers of the whole period. */
export function Figures({ total }: { readonly total: CountedFragment }) {
  const { texts } = useAdmin()
  const { comments, held, rejected, decided, secondsToDecision } = total
  return (
    <dl class="figures">
      <Figure label={texts.text('comments')} value={texts.number(comments)} />
      <Figure label={texts.text('heldComments')} value={texts.number(held)} share={shareText(texts, held, comments)} />
      <Figure
        label={texts.text('rejectedComments')}
        value={texts.number(rejected)}
        share={shareText(texts, rejected, comments)}
      />
      <Figure
        label={texts.text('decidedComments')}
        value={texts.number(decided)}
        share={shareText(texts, decided, comments)}
      />
      <Figure label={texts.text('timeToDecision')} value={spanText(texts, secondsToDecision)} />
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly share?: string
}

function Figure({ label, value, share }: FigureProps) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong> {share && <span class="soft">{share}</span>}
      </dd>
    </div>
  )
}
