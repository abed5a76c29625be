import type { ReadonlySignal } from '@preact/signals'
import type { PartActions, PartText, Sorting } from './acting.ts'
import type { ClientTexts } from './define-client-plugin.ts'
import { type ListedPart, type SlotHost, usePart, useSlotHost } from './host.ts'
import type { SlotViewer } from './records.ts'

/**
 * Who reads: `null` on the server, in the first drawing in the browser, and without a sign-in. What fragments ask for
 * about `me`, and the account status, are there in the stream; other pages know the id, the username and the role.
 */
export function useViewer(): SlotViewer | null {
  return useSlotHost().viewer.value
}

/** Whether the browser has taken over what the server drew. */
export function useAlive(): ReadonlySignal<boolean> {
  return useSlotHost().alive
}

/** Whether the page is that of the comment alone, on which a plugin can draw what other pages draw with script only. */
export function useIsAlone(): boolean {
  const { comment } = usePart()
  const { alone } = useSlotHost()
  return alone !== null && alone === comment
}

/**
 * The texts of the plugin in the language of the page.
 *
 * @example
 * const text = useText()
 * return <p>{text('respected', { count: 3 })}</p>
 */
export const useText = (): PartText => textOf(usePart().listed, useSlotHost().lang)

/**
 * Texts of components that are loaded by `import()`. They come with that module, and not with `translations` of the
 * plugin, which every reader gets.
 *
 * @example
 * const text = useTexts({ en: { rules: 'Be kind.' }, de: { rules: 'Seien Sie freundlich.' } })
 */
export const useTexts = (texts: ClientTexts): PartText => textIn(texts, useSlotHost().lang)

/** The texts of a client part in a language, else in English. */
export const textOf = ({ part }: ListedPart, lang: string): PartText => textIn(part.translations ?? {}, lang)

function textIn(texts: ClientTexts, lang: string): PartText {
  const languages = [lang, lang.split('-', 1)[0] ?? lang, 'en']
  return (key, values = {}) => {
    const text = languages.map(each => texts[each]?.[key]).find(each => each !== undefined) ?? key
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
  }
}

/**
 * The sentence that a client part has for the code of a refusal, in a language; `null` for none. A document may not ask
 * for the code.
 */
export function refusalOf(listed: ListedPart, lang: string, code: string | undefined): string | null {
  if (code === undefined) return null
  const text = textOf(listed, lang)(code)
  return text === code ? null : text
}

/** The language of the page, for `Intl`: `en`, `de`, `pt-BR`. */
export function useLang(): string {
  return useSlotHost().lang
}

/**
 * How long ago a time was, in the language of the page. The text goes on while the page is open.
 *
 * @example
 * const ago = useTimeAgo()
 * return <span>{ago(comment.created_at)}</span>
 */
export function useTimeAgo(): (time: string) => string {
  const host = useSlotHost()
  return time => host.ago(Date.parse(time))
}

/** The order of the list, and how it is changed; `null` in a page without a list. */
export function useSorting(): Sorting | null {
  return useSlotHost().sorting
}

/** What a component of a plugin can do. */
export function useActions(): PartActions {
  const { listed, comment } = usePart()
  return actionsOf(useSlotHost(), listed, comment)
}

/** What a client part can do in the slot of a comment, or elsewhere. */
export function actionsOf(host: SlotHost, { plugin }: ListedPart, comment: string | null): PartActions {
  return {
    mutate: (name, variables) => host.mutate(plugin, name, variables),
    read: (name, variables = {}) => host.read(plugin, name, variables),
    signIn: () => host.signIn(),
    signOut: () => host.signOut(),
    viewUserDetail: user => host.viewUserDetail?.(user),
    refresh: () => host.refresh(),
    addressOf: id => host.addressOf(id),
    notify: text => host.notify(text, comment),
    emit: (name, value) => host.emit(plugin, name, value),
    changeAsset: change => host.changeAsset(change),
    changeComment: (id, change) => host.changeComment(id, change),
    changeAuthor: (user, change) => host.changeAuthor(user, change),
  }
}
