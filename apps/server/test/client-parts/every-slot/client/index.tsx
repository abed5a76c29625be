import { defineClientPlugin, SLOT_NAMES, type SlotName } from '@platform/client-sdk'

const mark = (name: SlotName) => () => <span data-filled={name}>{name}</span>

/** Shows the name of each slot in the slot. */
export default defineClientPlugin({ slots: Object.fromEntries(SLOT_NAMES.map(name => [name, mark(name)])) })
