import { isDrawn, type ListedPart, placedIn, Slot, type SlotProps, tabNameOf } from '@platform/client-sdk'
import { listAddress } from './addresses.ts'
import { useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { assetSlotProps } from './slot-props.ts'
import { AssetSlot } from './slots.tsx'

/** The orders that readers can choose without a plugin. */
const SORTS = [
  ['newest', 'newest'],
  ['oldest', 'oldest'],
  ['replies', 'mostReplies'],
] as const

/** The tabs with all comments and the featured ones, and the order of the comments. */
export function Toolbar() {
  const stream = useStream()
  const { pane, slots, state, texts, thread } = stream
  const props = { ...assetSlotProps(stream), active: pane.value ?? 'all' }
  // Where plugins offer orders, they are in the menu of a plugin.
  const hasSorts =
    isDrawn(slots, 'viewingOptionsSort') && placedIn(slots, 'viewingOptionsSort', assetSlotProps(stream)).length > 0
  const [before, after] = [placedIn(slots, 'streamTabsPrepend', props), placedIn(slots, 'streamTabs', props)]
  if (thread.total.value === 0 && before.length === 0 && after.length === 0) return null
  return (
    <div class="toolbar">
      <nav class="tabs" aria-label={texts.text('tabs')}>
        {before.map(({ part }) => (
          <PartTab key={part.plugin} name="streamTabsPrepend" part={part} props={props} />
        ))}
        <Tab tag={null} label={texts.text('all')} count={thread.total.value} />
        {(thread.featured.value > 0 || state.tag === 'FEATURED') && (
          <Tab tag="FEATURED" label={texts.text('featured')} count={thread.featured.value} />
        )}
        {after.map(({ part }) => (
          <PartTab key={part.plugin} name="streamTabs" part={part} props={props} />
        ))}
      </nav>
      <AssetSlot name="streamFilter" as="span" />
      {pane.value === null && thread.total.value > 1 && !hasSorts && (
        <nav class="sorts" aria-label={texts.text('sort')}>
          {SORTS.map(([name, text]) => (
            <Sort key={name} name={name} text={text} />
          ))}
        </nav>
      )}
    </div>
  )
}

interface PartTabProps {
  readonly name: 'streamTabs' | 'streamTabsPrepend'
  readonly part: ListedPart
  readonly props: SlotProps['streamTabs']
}

/** The tab of a plugin, which opens what the plugin shows in place of the list. */
function PartTab({ name, part, props }: PartTabProps) {
  const { actions, pane, sort, state } = useStream()
  const tab = tabNameOf(part, 'streamTabs')
  return (
    <a
      href={listAddress(state, { sort: sort.value, pane: tab })}
      aria-current={pane.value === tab ? 'true' : undefined}
      onClick={plainClick(() => actions?.openPane(tab))}
    >
      <Slot name={name} as="span" props={props} only={part.plugin} />
    </a>
  )
}

function Tab({ tag, label, count }: { tag: string | null; label: string; count: number }) {
  const { actions, pane, sort, state, tag: current, texts } = useStream()
  return (
    <a
      href={listAddress(state, { sort: sort.value, tag })}
      aria-current={pane.value === null && current.value === tag ? 'true' : undefined}
      onClick={plainClick(() => void actions?.tag(tag))}
    >
      {label} <span class="count">{texts.number(count)}</span>
    </a>
  )
}

function Sort({ name, text }: { name: string; text: (typeof SORTS)[number][1] }) {
  const { actions, sort, state, tag, texts } = useStream()
  return (
    <a
      href={listAddress(state, { sort: name, tag: tag.value })}
      aria-current={sort.value === name ? 'true' : undefined}
      onClick={plainClick(() => actions?.sort(name))}
    >
      {texts.text(text)}
    </a>
  )
}
