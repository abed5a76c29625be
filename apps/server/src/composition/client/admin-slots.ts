import { type ListedPart, SLOT_NAMES, type SlotName } from '@platform/client-sdk'

/** The apps that ask for what a slot shows. */
export type App = 'stream' | 'admin'

/** The apps that have a slot. The menu of moderators is in both. */
export function appsOf(slot: SlotName): readonly App[] {
  if (slot === 'moderationActions') return ['stream', 'admin']
  return /^(?:admin|user)[A-Z]/.test(slot) ? ['admin'] : ['stream']
}

/** Whether a plugin shows something in the admin panel. */
export const isInAdmin = ({ part }: ListedPart): boolean =>
  part.queues !== undefined || SLOT_NAMES.some(slot => part.slots?.[slot] && appsOf(slot).includes('admin'))
