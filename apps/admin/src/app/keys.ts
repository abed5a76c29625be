import { type ReadonlySignal, signal } from '@preact/signals'

/** What keys do, with the keys that do it at first. */
export const DEFAULT_KEYS = {
  next: 'j',
  previous: 'k',
  approve: 'd',
  reject: 'f',
  nextQueue: 't',
  single: 'z',
  search: 'ctrl+f',
  searchComments: '/',
  help: '?',
  leave: 'Escape',
  // The newest stands last: a key that a user has given to another action stays with that.
  undo: 'u',
} as const

export type KeyAction = keyof typeof DEFAULT_KEYS

/** The keys as the user chose them. */
export interface KeyChoice {
  /** Whether single letters, digits and marks do anything. Who dictates switches them off. */
  readonly letters: boolean
  readonly keys: Readonly<Record<KeyAction, string>>
}

export interface Keys {
  readonly choice: ReadonlySignal<KeyChoice>
  /** Keeps another choice in this browser. */
  choose(choice: KeyChoice): void
  /** Whether the list of keys is open. */
  readonly isHelpOpen: ReadonlySignal<boolean>
  showHelp(): void
  hideHelp(): void
}

const KEPT = 'platform-admin-keys'
const FIRST: KeyChoice = { letters: true, keys: DEFAULT_KEYS }

export function createKeys(): Keys {
  const choice = signal(readKept())
  const isHelpOpen = signal(false)
  return {
    choice,
    isHelpOpen,
    showHelp() {
      isHelpOpen.value = true
    },
    hideHelp() {
      isHelpOpen.value = false
    },
    choose(chosen) {
      choice.value = chosen
      try {
        localStorage.setItem(KEPT, JSON.stringify(chosen))
      } catch {
        // A browser that keeps nothing forgets it with the page.
      }
    },
  }
}

function readKept(): KeyChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<KeyChoice> | null
    return { letters: kept?.letters ?? true, keys: { ...DEFAULT_KEYS, ...kept?.keys } }
  } catch {
    return FIRST
  }
}
