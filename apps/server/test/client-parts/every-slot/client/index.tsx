import { defineClientPlugin, SLOT_NAMES, type SlotName, useAlive, useMenu } from '@platform/client-sdk'

/** Shows the name of the slot, and the names of what it gives. */
const mark = (name: SlotName) => (props: object) => (
  <span data-filled={name} data-props={Object.keys(props).sort().join(' ')} data-alive={useAlive().value || undefined}>
    {name}
  </span>
)

const MenuEntry = mark('authorMenuActions')

/** An entry of the author's menu, which opens the question in place of the entries. */
function Ask(props: object) {
  const menu = useMenu()
  return (
    <button type="button" class="ask-first" onClick={() => menu?.show('ignoreUserConfirmation')}>
      <MenuEntry {...props} />
    </button>
  )
}

/** Shows the name of each slot in the slot. */
export default defineClientPlugin({
  slots: { ...Object.fromEntries(SLOT_NAMES.map(name => [name, mark(name)])), authorMenuActions: Ask },
})
