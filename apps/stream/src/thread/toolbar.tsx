import { isDrawn, type ListedPart, placedIn, Slot, type SlotProps, tabNameOf, tabTagOf } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import { ALL, listAddress } from './addresses.ts'
import { type Stream, useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { assetSlotProps } from './slot-props.ts'
import { AssetSlot } from './slots.tsx'

/** The orders that readers can choose without a plugin. */
const SORTS = [
  ['newest', 'newest'],
  ['oldest', 'oldest'],
  ['replies', 'mostReplies'],
] as const

/** The tab with all comments, those of plugins, and the order of the comments. */
export function Toolbar() {
  const stream = useStream()
  const { pane, slots, tag, texts, thread } = stream
  const props = { ...assetSlotProps(stream), active: openTabName(stream) }
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
        <ListTab tag={null} isOpen={pane.value === null && tag.value === null}>
          {texts.text('all')} <span class="count">{texts.number(thread.total.value)}</span>
        </ListTab>
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

/** The tab of a plugin, which opens the comments with a tag, or what the plugin shows in place of the list. */
function PartTab({ name, part, props }: PartTabProps) {
  const { actions, sort, state } = useStream()
  const tab = tabNameOf(part, 'streamTabs')
  const tag = tabTagOf(part)
  const isOpen = props.active === tab
  const label = <Slot name={name} as="span" props={props} only={part.plugin} />
  if (tag !== null)
    return (
      <ListTab tag={tag} isOpen={isOpen}>
        {label}
      </ListTab>
    )
  return (
    <a
      href={listAddress(state, { sort: sort.value, pane: tab })}
      aria-current={isOpen ? 'true' : undefined}
      onClick={plainClick(() => actions?.openPane(tab))}
    >
      {label}
    </a>
  )
}

/** The name of the tab that is open, as plugins name theirs. */
function openTabName({ pane, slots, tag }: Stream): string {
  const ofTag = slots.parts.find(part => tag.value !== null && tabTagOf(part) === tag.value)
  return pane.value ?? (ofTag ? tabNameOf(ofTag, 'streamTabs') : ALL)
}

interface ListTabProps {
  /** The tag whose comments it lists; `null` for all. */
  readonly tag: string | null
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

function ListTab({ tag, isOpen, children }: ListTabProps) {
  const { actions, sort, state } = useStream()
  return (
    <a
      href={listAddress(state, { sort: sort.value, tag })}
      aria-current={isOpen ? 'true' : undefined}
      onClick={plainClick(() => void actions?.tag(tag))}
    >
      {children}
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
