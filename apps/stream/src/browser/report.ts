import type { SlotFailure } from '@platform/client-sdk'

/** Tells authors in the console which client part is missing. The rest of the page stands. */
export function reportMissing(plugin: string, error: unknown): void {
  console.error(`${plugin}: its client part can't be loaded, so its slots stay empty`, error)
}

/** Tells authors in the console what of a plugin threw. The rest of the page stands. */
export function reportFailure({ plugin, version, slot, error }: SlotFailure): void {
  const what = FUNCTIONS.includes(slot) ? `${slot} threw` : `the slot ${slot} stays empty, because its component threw`
  console.error(`${plugin}@${version ?? 'unknown'}: ${what}`, error)
}

const FUNCTIONS: readonly string[] = ['init', 'commentForm', 'mutations']
