import { Component, type ComponentChildren, type ComponentType, h } from 'preact'
import type { PropsOf, SlotEntry } from './define-client-plugin.ts'
import { type ListedPart, PartContext, type SlotHost, useSlotHost } from './host.ts'
import { SLOT_SIZES, type SlotName, type SlotProps } from './slots.ts'

/** A component of a plugin in a slot. */
export interface Placed<Name extends SlotName> {
  readonly part: ListedPart
  readonly entry: SlotEntry<Name>
  readonly key: string
}

/**
 * The place of a slot: what the plugins show there, in their order, and without any of it what the core shows.
 *
 * @example
 * <Slot name="commentReactions" props={{ comment, asset, root, own, depth }} />
 */
export function Slot<Name extends SlotName>({
  name,
  props,
  as: Place = 'div',
  only,
  children = null,
}: {
  readonly name: Name
  readonly props: SlotProps[Name]
  /** The element around the components: a `span` inside a line. */
  readonly as?: 'div' | 'span'
  /** The one plugin whose components are shown. Default: all. */
  readonly only?: string
  /** What is shown when no plugin fills the slot. */
  readonly children?: ComponentChildren
}) {
  const host = useSlotHost()
  const debug = host.pluginsConfig.value.debug === true
  const placed = placedIn(host, name, props).filter(({ part }) => only === undefined || part.plugin === only)
  if (placed.length === 0 && !debug) return <>{children}</>
  return (
    <Place class={`slot slot-${kebab(name)}${debug ? ' slot-debug' : ''}`} data-slot-name={name}>
      {placed.length === 0 && children}
      {placed.map(({ part, entry: { component: Content }, key }) => (
        <Guard key={key} part={part} slot={name} host={host}>
          <PartContext.Provider value={{ listed: part, comment: commentIn(props) }}>
            {h(Content as ComponentType<PropsOf<SlotName>>, { ...props, config: configOf(host, part.plugin) } as never)}
          </PartContext.Provider>
        </Guard>
      ))}
    </Place>
  )
}

/** Whether a plugin shows something in a slot. */
export function useIsFilled<Name extends SlotName>(name: Name, props: SlotProps[Name]): boolean {
  return placedIn(useSlotHost(), name, props).length > 0
}

/** The slots that are shown only where a plugin draws them. */
const DRAWN_BY_PLUGINS: readonly SlotName[] = [
  'authorMenuInfos',
  'authorMenuActions',
  'ignoreUserConfirmation',
  'moderationActions',
  'viewingOptionsSort',
  'viewingOptionsFilter',
]

/** Whether a slot has a place: some slots are in components of plugins, which may not be listed. */
export function isDrawn(host: Pick<SlotHost, 'parts' | 'pluginsConfig'>, name: SlotName): boolean {
  return (
    !DRAWN_BY_PLUGINS.includes(name) ||
    host.parts.some(({ plugin, part }) => part.draws?.includes(name) && !isHidden(host, plugin))
  )
}

/** The same, in a component. */
export const useIsDrawn = (name: SlotName): boolean => isDrawn(useSlotHost(), name)

const isHidden = (host: Pick<SlotHost, 'pluginsConfig'>, plugin: string) =>
  configOf(host, plugin)['disable_components'] === true

/** What stands in a slot. */
export function placedIn<Name extends SlotName>(
  host: SlotHost,
  name: Name,
  props: SlotProps[Name],
): readonly Placed<Name>[] {
  const placed = host.parts.flatMap(part => {
    const config = configOf(host, part.plugin)
    if (isHidden(host, part.plugin)) return []
    return entriesOf(part, name)
      .filter(({ isExcluded }) => !isExcluded || isIn(() => !isExcluded({ ...props, config }), host, part, name))
      .map((entry, i) => ({ part, entry, key: i === 0 ? part.plugin : `${part.plugin}.${i}` }))
  })
  return placed.slice(0, SLOT_SIZES[name])
}

/** What an entry says of its own place. One that throws is left out, and is reported. */
function isIn(says: () => boolean, host: SlotHost, { plugin, version }: ListedPart, slot: SlotName): boolean {
  try {
    return says()
  } catch (error) {
    host.failed({ plugin, version, slot, error })
    return false
  }
}

/** The classes that plugins give a comment. One that throws gives none, and is reported. */
export function commentClassesOf(host: SlotHost, props: SlotProps['commentReactions']): readonly string[] {
  return host.parts.flatMap(({ plugin, version, part }) => {
    if (!part.commentClass || isHidden(host, plugin)) return []
    try {
      return part.commentClass({ ...props, config: configOf(host, plugin) }) ?? []
    } catch (error) {
      host.failed({ plugin, version, slot: 'commentClass', error })
      return []
    }
  })
}

/** What a plugin puts into a slot, each with its component. */
export function entriesOf<Name extends SlotName>({ part }: ListedPart, name: Name): readonly SlotEntry<Name>[] {
  const content = part.slots?.[name] as ComponentType | SlotEntry<Name> | readonly (ComponentType | SlotEntry<Name>)[]
  const list = content === undefined ? [] : Array.isArray(content) ? content : [content]
  return list.map(each => (typeof each === 'function' ? { component: each } : each))
}

/** The comment of a slot; `null` for a slot that is in no comment. */
const commentIn = (props: object) =>
  (props as { readonly comment?: { readonly id: string } | null }).comment?.id ?? null

/** What the site around the stream configures for a plugin. */
export const configOf = (host: Pick<SlotHost, 'pluginsConfig'>, plugin: string): Readonly<Record<string, unknown>> => {
  const all = host.pluginsConfig.value
  // Sites may leave out the prefix of published plugins.
  const config = all[plugin] ?? all[plugin.replace(/^(@[^/]+\/)?platform-plugin-(?=.)/, '$1')]
  return typeof config === 'object' && config !== null ? (config as Readonly<Record<string, unknown>>) : {}
}

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replaceAll('.', '-')

interface Guarded {
  readonly part: ListedPart
  readonly slot: SlotName
  readonly host: SlotHost
  readonly children: ComponentChildren
}

/** Leaves an empty place where a component throws, so that the rest of the page stands. */
class Guard extends Component<Guarded, { readonly failed: boolean }> {
  override state = { failed: false }

  static override getDerivedStateFromError() {
    return { failed: true }
  }

  /** A part that was built anew gets another try. */
  override componentWillReceiveProps({ part }: Guarded) {
    if (part !== this.props.part) this.setState({ failed: false })
  }

  override componentDidCatch(error: unknown) {
    const { host, part, slot } = this.props
    host.failed({ plugin: part.plugin, version: part.version, slot, error })
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
