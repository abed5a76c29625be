import { type ListedPart, SLOT_NAMES, type SlotName } from '@platform/client-sdk'

/** Whether the admin panel has a slot. The menu of moderators is in the stream, too. */
const isInAdmin = (slot: SlotName) => /^(?:admin|user)[A-Z]/.test(slot) || slot === 'moderationActions'
const SLOTS = SLOT_NAMES.filter(isInAdmin)

/** The plugins that show something in the admin panel. The others are not loaded there. */
export const partsInAdmin = (parts: readonly ListedPart[]): readonly string[] =>
  parts.filter(({ part }) => part.queues || SLOTS.some(slot => part.slots?.[slot])).map(({ plugin }) => plugin)
