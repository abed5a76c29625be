import type { AdminTranslator } from '../app/context.ts'
import { useAdmin } from '../app/context.ts'
import type { SettingsHistoryQuery } from '../documents/types.ts'
import { spanText } from './spans.ts'

type Changed = NonNullable<SettingsHistoryQuery['settingsHistory']>['nodes'][number]['changes'][number]

/** The values of a setting before and after a change, or what a list got and lost. */
export function ChangedValue({ change }: { readonly change: Changed }) {
  const { texts } = useAdmin()
  const { name, before, after, added, addedCount, removed, removedCount, hidden } = change
  if (hidden) return <span class="soft">{texts.text('secretChange')}</span>
  if (before === null && after === null)
    return (
      <>
        {addedCount > 0 && <List kind="ins" texts={texts} phrases={added} count={addedCount} />}
        {removedCount > 0 && <List kind="del" texts={texts} phrases={removed} count={removedCount} />}
      </>
    )
  return (
    <>
      <del>
        <Value text={readable(name, before, texts)} />
      </del>{' '}
      <span aria-hidden="true">→</span>{' '}
      <ins>
        <Value text={readable(name, after, texts)} />
      </ins>
    </>
  )
}

const Value = ({ text }: { readonly text: string }) => <span dir="auto">{text}</span>

interface ListProps {
  readonly kind: 'ins' | 'del'
  readonly texts: AdminTranslator
  readonly phrases: readonly string[]
  readonly count: number
}

function List({ kind: Kind, texts, phrases, count }: ListProps) {
  const rest = count - phrases.length
  return (
    <p>
      {texts.text(Kind === 'ins' ? 'addedTexts' : 'removedTexts')}{' '}
      <Kind>
        <bdi>{phrases.join(' · ')}</bdi>
        {rest > 0 && ` ${texts.text('andMore', { count: rest })}`}
      </Kind>
    </p>
  )
}

/** How many of the stored numbers are a second, for settings that are spans of time. */
const SPANS: Readonly<Record<string, number>> = { editCommentWindowLength: 1_000, closedTimeout: 1 }

/** A value as a user reads it. */
function readable(name: string, json: string | null, texts: AdminTranslator): string {
  const value: unknown = JSON.parse(json ?? 'null')
  if (value === null || value === '') return texts.text('emptyValue')
  if (typeof value === 'boolean') return texts.text(value ? 'on' : 'off')
  if (name === 'moderation') return texts.text(value === 'PRE' ? 'on' : 'off')
  const second = SPANS[name]
  if (second !== undefined && typeof value === 'number') return spanText(texts.lang, value / second)
  return typeof value === 'number' ? texts.number(value) : typeof value === 'string' ? value : (json ?? '')
}
