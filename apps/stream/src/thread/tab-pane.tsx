import { Slot, tabNameOf } from '@platform/client-sdk'
import { useStream } from './context.ts'
import { coreTabOf } from './core-tabs.ts'
import { tabSlotProps } from './tabs.ts'

/** What a tab other than that of the comments opens. */
export function TabPane({ tab }: { readonly tab: string }) {
  const stream = useStream()
  const core = coreTabOf(tab)
  if (core === null) {
    const { plugin = '' } = stream.slots.parts.find(part => tabNameOf(part, 'embedStreamTabs') === tab) ?? {}
    return <Slot name="embedStreamTabPanes" props={tabSlotProps(stream)} only={plugin} />
  }
  const Content = stream.tabPanes.value[core]
  return Content ? <Content /> : null
}
