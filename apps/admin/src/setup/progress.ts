import { type Signal, signal } from '@preact/signals'
import type { EmbedTheme } from '../configure/embed-code.tsx'

/** What this browser keeps of the set-up. What the steps save is kept by the server. */
export interface Progress {
  /** The name of the step that was open last. */
  readonly step: string | null
  /** What the lines to copy have. */
  readonly theme: EmbedTheme
  /** The address that was typed in the last step. */
  readonly page: string
}

const KEPT = 'platform-admin-setup'
const NONE: Progress = { step: null, theme: 'auto', page: '' }

/** The progress of the set-up, which another visit goes on with. */
export const progress: Signal<Progress> = signal({ ...NONE, ...readKept() })

export function keepProgress(changes: Partial<Progress>): void {
  progress.value = { ...progress.value, ...changes }
  try {
    localStorage.setItem(KEPT, JSON.stringify(progress.value))
  } catch {
    // A browser that keeps nothing begins with the first step.
  }
}

function readKept(): Partial<Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Progress>
  } catch {
    return {}
  }
}
