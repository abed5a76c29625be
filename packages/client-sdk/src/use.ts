import type { ReadonlySignal } from '@preact/signals'
import type { LivePage } from './define-client-plugin.ts'
import { type MutationResult, type Sorting, usePart, useSlotHost } from './host.ts'
import type { SlotViewer } from './records.ts'

/** Who reads: `null` on the server, in the first drawing in the browser, and without a sign-in. */
export function useViewer(): SlotViewer | null {
  return useSlotHost().viewer.value
}

/** Whether the browser has taken over what the server drew. */
export function useAlive(): ReadonlySignal<boolean> {
  return useSlotHost().alive
}

/**
 * The texts of the plugin in the language of the page.
 *
 * @example
 * const text = useText()
 * return <p>{text('respected', { count: 3 })}</p>
 */
export function useText(): (key: string, values?: Readonly<Record<string, string | number>>) => string {
  const { listed } = usePart()
  const { lang } = useSlotHost()
  const languages = [lang, lang.split('-', 1)[0] ?? lang, 'en']
  return (key, values = {}) => {
    const text = languages.map(each => listed.part.translations?.[each]?.[key]).find(each => each !== undefined) ?? key
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
  }
}

/** The language of the page, for `Intl`: `en`, `de`, `pt-BR`. */
export function useLang(): string {
  return useSlotHost().lang
}

/** The order of the list, and how it is changed; `null` in a page without a list. */
export function useSorting(): Sorting | null {
  return useSlotHost().sorting
}

/** What a component does beyond drawing. */
export interface PartActions extends Pick<LivePage, 'changeComment'> {
  /** Runs a mutation that the plugin declares. */
  mutate(name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
  /** Leads the reader to sign in. */
  signIn(): void
  /** Asks again who reads, and what is theirs on the page: whom they ignore, what they may do. */
  refresh(): Promise<void>
  /** The address at which every reader finds a comment. */
  addressOf(comment: string): string
  /** Shows a sentence below the comment of the slot, else at the top of the stream, and has it read out. */
  notify(text: string): void
}

/** What a component of a plugin can do. */
export function useActions(): PartActions {
  const host = useSlotHost()
  const { listed, comment } = usePart()
  return {
    mutate: (name, variables) => host.mutate(listed.plugin, name, variables),
    signIn: () => host.signIn(),
    refresh: () => host.refresh(),
    addressOf: id => host.addressOf(id),
    notify: text => host.notify(text, comment),
    changeComment: (id, change) => host.changeComment(id, change),
  }
}
