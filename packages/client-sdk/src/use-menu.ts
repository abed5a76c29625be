import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { SlotName, SlotProps } from './slots.ts'

/** A slot that gets no more than what the slots of a comment get, so that a menu of the comment can show it. */
export type MenuContent = {
  readonly [Name in SlotName]: SlotProps['authorMenuActions'] extends SlotProps[Name] ? Name : never
}[SlotName]

/** The menu around a component. */
export interface OpenMenu {
  close(): void
  /** The slot that is shown in place of the menu's content; `null` for none. */
  readonly content: MenuContent | null
  /**
   * Shows one slot of the comment in place of the content, such as a question before something is done; `null` shows
   * the content again.
   */
  show(content: MenuContent | null): void
}

/** The menu around the components in it. */
export const MenuContext = createContext<OpenMenu | null>(null)

/** The menu in which a component stands; `null` outside of menus. */
export const useMenu = (): OpenMenu | null => useContext(MenuContext)
