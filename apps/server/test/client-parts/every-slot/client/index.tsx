import { defineClientPlugin, SLOT_NAMES, type SlotName, useAlive } from '@platform/client-sdk'

const mark = (name: SlotName) => () => (
  <span data-filled={name} data-alive={useAlive().value || undefined}>
    {name}
  </span>
)

/** Shows the name of each slot in the slot. */
export default defineClientPlugin({ slots: Object.fromEntries(SLOT_NAMES.map(name => [name, mark(name)])) })
