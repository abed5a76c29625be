import { listAddress } from './addresses.ts'
import { useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { SORTS, type SortName } from './state.ts'

/** The tabs with all comments and the featured ones, and the order of the comments. */
export function Toolbar() {
  const { state, texts, thread } = useStream()
  if (thread.total.value === 0) return null
  return (
    <div class="toolbar">
      <nav class="tabs" aria-label={texts.text('tabs')}>
        <Tab tag={null} label={texts.text('all')} count={thread.total.value} />
        {(thread.featured.value > 0 || state.tag === 'FEATURED') && (
          <Tab tag="FEATURED" label={texts.text('featured')} count={thread.featured.value} />
        )}
      </nav>
      {thread.total.value > 1 && (
        <nav class="sorts" aria-label={texts.text('sort')}>
          {(Object.keys(SORTS) as SortName[]).map(name => (
            <Sort key={name} name={name} />
          ))}
        </nav>
      )}
    </div>
  )
}

function Tab({ tag, label, count }: { tag: string | null; label: string; count: number }) {
  const { actions, sort, state, tag: current, texts } = useStream()
  return (
    <a
      href={listAddress(state, { sort: sort.value, tag })}
      aria-current={current.value === tag ? 'true' : undefined}
      onClick={plainClick(() => void actions?.tag(tag))}
    >
      {label} <span class="count">{texts.number(count)}</span>
    </a>
  )
}

function Sort({ name }: { name: SortName }) {
  const { actions, sort, state, tag, texts } = useStream()
  return (
    <a
      href={listAddress(state, { sort: name, tag: tag.value })}
      aria-current={sort.value === name ? 'true' : undefined}
      onClick={plainClick(() => actions?.sort(name))}
    >
      {texts.text(SORTS[name].text)}
    </a>
  )
}
